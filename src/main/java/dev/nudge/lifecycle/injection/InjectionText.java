package dev.nudge.lifecycle.injection;

/// Wraps text for an agent so that it cannot close its own wrapper.
public final class InjectionText {
    private InjectionText() {}

    /// Returns the text between `<output>` lines; an empty string if it is blank.
    public static String wrap(String text) {
        String trimmed = text.strip();
        return trimmed.isEmpty()
                ? ""
                : "<output>\n" + trimmed.replace("</output>", "&lt;/output&gt;") + "\n</output>";
    }
}
