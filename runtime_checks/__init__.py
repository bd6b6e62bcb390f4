"""`cupylint --verify`: runs programs on a device or in the simulator and says what really happens."""
