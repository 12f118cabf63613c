"""The commands, one module each; a command's module is loaded when it is called."""
