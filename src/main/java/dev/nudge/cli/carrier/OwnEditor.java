package dev.nudge.cli.carrier;

import dev.nudge.protocol.Frame;
import java.io.IOException;
import java.util.List;
import org.jline.utils.Signals;

/// The user's editor, run in the terminal on which this command was called.
final class OwnEditor {
    private static final String INTERRUPT = "INT";

    private OwnEditor() {}

    /// Runs the editor until it ends. Ctrl+C is a key of the editor's meanwhile.
    ///
    /// @param order of the daemon: the words of the editor, and the path of the file
    /// @return the answer for the daemon
    static Frame answer(Frame order) {
        List<String> texts = order.texts();
        Object before = Signals.register(INTERRUPT, () -> {});
        try {
            return Frame.of(
                    Frame.Kind.EDITED, Integer.toString(run(texts.getFirst(), texts.getLast())));
        } catch (IOException e) {
            return Frame.of(Frame.Kind.FAILED, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Frame.of(Frame.Kind.FAILED, "interrupted while the editor ran");
        } finally {
            Signals.unregister(INTERRUPT, before);
        }
    }

    /// The words may hold options and quotes, as in `code --wait`. The shell in between outlives
    /// Ctrl+C too; the editor does not inherit its trap.
    private static int run(String editor, String file) throws IOException, InterruptedException {
        return new ProcessBuilder(
                        "/bin/sh", "-c", "trap : INT; " + editor + " \"$@\"", "nudge", file)
                .inheritIO()
                .start()
                .waitFor();
    }
}
