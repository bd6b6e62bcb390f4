"""The rules of cupylint, one module each. A module that defines `RULE` is a rule; nothing else lists it."""
