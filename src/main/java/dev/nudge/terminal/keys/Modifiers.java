package dev.nudge.terminal.keys;

/// The keys that are held down with another one.
public record Modifiers(boolean shift, boolean alt, boolean control) {
    /// No modifier.
    public static final Modifiers NONE = new Modifiers(false, false, false);

    Modifiers withShift() {
        return new Modifiers(true, alt, control);
    }

    Modifiers withAlt() {
        return new Modifiers(shift, true, control);
    }

    Modifiers withControl() {
        return new Modifiers(shift, alt, true);
    }

    /// Returns the modifier parameter of xterm's control sequences (ctlseqs, "PC-Style Function
    /// Keys"): 1 for none, 2 for Shift, 5 for Ctrl, up to 8 for all three.
    int parameter() {
        return 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (control ? 4 : 0);
    }
}
