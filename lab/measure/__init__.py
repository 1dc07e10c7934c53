"""How are numbers got that can be trusted? Everything here touches the machine."""
