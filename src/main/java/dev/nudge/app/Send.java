package dev.nudge.app;

import dev.nudge.app.Option.Form;
import dev.nudge.app.ToolForm.ToolEffect;
import dev.nudge.job.JobSelector;
import dev.nudge.text.TextBound;
import java.util.ArrayList;
import java.util.List;

/// Types into the terminals of jobs.
public final class Send {
    public static final String NAME = "send";

    public static final Option<JobSelector> JOB =
            Option.of("job", Type.JOB.offering("@terminal"), Form.ARGUMENT)
                    .required(Arguments.JOB)
                    .help("The job: its number, @last, or its label (then the newest).")
                    .toolHelp("The job: its number, its label or @last.");
    public static final Option<String> TEXT =
            Option.of("text", Type.TEXT, Form.ARGUMENTS)
                    .help("What to type; several words are joined by blanks.")
                    .toolHelp("What to type, as it is.");
    public static final Option<String> KEY =
            Option.of("key", Type.KEYS, Form.REPEATED)
                    .letter("k")
                    .help(
                            "A key to press after the text, by name: Enter, Tab, Escape, Up, PageUp, F5,"
                                    + " C-c, M-x. May be given several times.")
                    .toolHelp(
                            "Keys to press after the text, by name: Enter, Tab, Escape, Up, Down, PageUp, F5, C-c, M-x.");
    public static final Option<Boolean> EOF =
            Option.flag("eof")
                    .help("The end of input (Ctrl+D), after all that.")
                    .toolHelp("true: press Ctrl+D, the end of input, at the end.");
    public static final Option<Boolean> JSON =
            Option.flag("json").help("Print the job as a JSON object.");

    public static final List<Option<?>> OPTIONS = Option.all(Send.class);

    public static final ToolForm TOOL =
            new ToolForm(
                    "send_input",
                    ToolEffect.ACTS,
                    "Types into the terminal of a job that was started with interactive: true: first the text, then the keys. Nothing"
                            + " is added, so end a line with the key Enter. Returns the job's screen a moment later.",
                    "Nothing has been typed.",
                    OPTIONS);

    private static final String END_OF_FILE = "C-d";

    private Send() {}

    /// What is to be typed: first the text, unchanged, then the keys with these names. Either may
    /// be empty.
    public record Order(String text, List<String> keys) {
        /// Reads it. Words of the command line are joined by blanks.
        public static Order of(Given given) {
            List<String> keys = new ArrayList<>(given.all(KEY));
            if (given.has(EOF)) {
                keys.add(END_OF_FILE);
            }
            return new Order(String.join(" ", given.all(TEXT)), keys);
        }

        public boolean isEmpty() {
            return text.isEmpty() && keys.isEmpty();
        }

        /// Returns it if there is something to type, and not too much.
        ///
        /// @throws IllegalArgumentException if there is not; the message says what was expected
        public Order checked() {
            if (isEmpty()) {
                throw new IllegalArgumentException(
                        "there is nothing to type; expected text (a string), keys (such as [\"Enter\"]) or eof");
            }
            var _ = TextBound.INPUT.checked("text", text);
            return this;
        }
    }
}
