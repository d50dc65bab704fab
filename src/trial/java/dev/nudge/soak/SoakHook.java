package dev.nudge.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs the extension's hooks as Gemini CLI does. One that exceeds its time limit gets SIGTERM, and
/// what it has said is dropped. Otherwise its text is its standard output, or its standard error if
/// that is empty: JSON counts whatever the exit code is; other text denies what the hook was asked
/// about if the exit code is greater than 1.
///
/// @param folder for its input and output
/// @param limit the time limit, as in `hooks.json`
record SoakHook(Path folder, Duration limit) {
    /// What has become of a hook.
    ///
    /// @param isDone whether it has ended by itself
    /// @param isDenied whether it forbids what it was asked about
    /// @param json its answer; empty for none
    /// @param failure why it has failed; empty if it has not
    record Outcome(boolean isDone, boolean isDenied, String json, String failure) {}

    Outcome run(String input, String script, String... arguments)
            throws IOException, InterruptedException {
        Path in = Files.writeString(folder.resolve("hook.in"), input);
        Path out = folder.resolve("hook.out");
        Path err = folder.resolve("hook.err");
        List<String> words = new ArrayList<>(List.of("sh", script));
        words.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(words)
                        .redirectInput(in.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroy();
            process.waitFor();
            return new Outcome(false, false, "", "took longer than " + limit.toMillis() + " ms");
        }
        return outcome(process.exitValue(), read(out), read(err));
    }

    private static Outcome outcome(int exitCode, String out, String err) {
        String text = out.isEmpty() ? err : out;
        boolean isJson = text.startsWith("{");
        boolean isDenied = !isJson && !text.isEmpty() && isDenial(exitCode);
        String failure = exitCode == 0 ? "" : "exit code " + exitCode + ": " + err;
        return new Outcome(true, isDenied, isJson ? text : "", failure);
    }

    /// A signal (here 128 and its number) leaves Gemini CLI without an exit code, which is like 0.
    private static boolean isDenial(int exitCode) {
        return exitCode > 1 && exitCode <= 128;
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file).strip();
    }
}
