from kit import device
