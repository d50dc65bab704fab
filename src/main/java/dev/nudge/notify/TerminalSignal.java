package dev.nudge.notify;

/// The characters that make a terminal show a notification or ring. They are written between other
/// output, so they must not move the cursor or show on the screen.
///
/// @param desktop `off`, `osc9` (iTerm2, Windows Terminal, kitty, WezTerm, ghostty) or `osc777`
///   (urxvt, foot, VTE, WezTerm, ghostty)
record TerminalSignal(String desktop, boolean isBell) {
    private static final char ESCAPE = '\033';
    private static final char BELL = '\007';

    boolean isOn() {
        return isBell || !desktop.equals("off");
    }

    /// Returns the characters for a sentence without control characters.
    String of(String sentence) {
        String notification =
                switch (desktop) {
                    case "osc9" -> ESCAPE + "]9;nudge: " + sentence + BELL;
                    // A semicolon would end the text.
                    case "osc777" ->
                            ESCAPE + "]777;notify;nudge;" + sentence.replace(';', ',') + BELL;
                    default -> "";
                };
        return isBell ? notification + BELL : notification;
    }
}
