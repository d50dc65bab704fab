package dev.nudge.request;

import dev.nudge.text.TextBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The arguments of `send_input`.
///
/// @param job the job's number
/// @param text typed first, unchanged; may be empty
/// @param keys names of keys, pressed after the text; may be empty
public record SendRequest(long job, String text, List<String> keys) {
    private static final String END_OF_FILE = "C-d";

    public SendRequest {
        keys = List.copyOf(keys);
    }

    /// Reads the arguments.
    ///
    /// @throws IllegalArgumentException naming the argument, what it was and what was expected
    public static SendRequest of(@Nullable Map<String, Object> arguments, JobFinder jobs) {
        Map<String, Object> given = arguments == null ? Map.of() : arguments;
        long job = Arguments.job(given, jobs);
        // Blanks are input too, so this is not Arguments.text.
        String text =
                switch (given.get("text")) {
                    case null -> "";
                    case String typed -> typed;
                    case Number number -> number.toString();
                    default ->
                            throw new IllegalArgumentException(
                                    "text is "
                                            + Arguments.kind(given.get("text"))
                                            + "; expected a string, which is typed as it is");
                };
        List<String> keys = new ArrayList<>(Arguments.words(given, "keys"));
        if (Arguments.flag(given, "eof")) {
            keys.add(END_OF_FILE);
        }
        if (text.isEmpty() && keys.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is nothing to type; expected text (a string), keys (such as [\"Enter\"]) or eof");
        }
        return new SendRequest(job, TextBound.INPUT.checked("text", text), keys);
    }
}
