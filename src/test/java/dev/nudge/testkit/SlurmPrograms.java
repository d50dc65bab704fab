package dev.nudge.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// The programs of Slurm in a directory of their own: each notes that it is called, and can be made
/// to wait, before or after the real one runs.
public final class SlurmPrograms {
    private static final List<String> NAMES = List.of("sbatch", "squeue", "scancel", "sacct");

    private final Path folder;

    /// @param folder for them, which is empty
    public SlurmPrograms(Path folder) {
        this.folder = folder;
        NAMES.forEach(this::wrap);
    }

    private void wrap(String program) {
        String script =
                """
                date +%%s%%3N >>%1$s/%2$s.calls
                [ ! -e %1$s/first-%2$s ] || . %1$s/first-%2$s
                while [ -e %1$s/before-%2$s ]; do sleep 0.1; done
                /usr/bin/%2$s "$@"
                status=$?
                : >%1$s/%2$s.done
                while [ -e %1$s/after-%2$s ]; do sleep 0.1; done
                exit $status
                """
                        .formatted(folder, program);
        NudgeUser.writeProgram(folder.resolve(program), script);
    }

    /// Returns a `PATH` on which they come first.
    public String path() {
        return folder + ":" + System.getenv("PATH");
    }

    /// Has a program run this in its shell, until [#release], before the real one runs.
    public void runFirst(String program, String script) throws IOException {
        Files.writeString(folder.resolve("first-" + program), script);
    }

    /// Has a program wait, until [#release], before the real one runs.
    public void holdBefore(String program) throws IOException {
        Files.createFile(folder.resolve("before-" + program));
    }

    /// Has a program wait, until [#release], after the real one has run. [#hasRun] then says
    /// whether it has run since.
    public void holdAfter(String program) throws IOException {
        Files.deleteIfExists(folder.resolve(program + ".done"));
        Files.createFile(folder.resolve("after-" + program));
    }

    /// Lets a program continue, and be called as usual.
    public void release(String program) throws IOException {
        for (String moment : List.of("first-", "before-", "after-")) {
            Files.deleteIfExists(folder.resolve(moment + program));
        }
    }

    /// Does so for all of them.
    public void releaseAll() throws IOException {
        for (String program : NAMES) {
            release(program);
        }
    }

    /// Returns whether the real program has run, whether that waits then or not.
    public boolean hasRun(String program) {
        return Files.exists(folder.resolve(program + ".done"));
    }

    /// Returns when a program was called, in order.
    public List<Instant> calls(String program) throws IOException {
        Path calls = folder.resolve(program + ".calls");
        if (Files.notExists(calls)) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(calls)) {
            return lines.map(line -> Instant.ofEpochMilli(Long.parseLong(line))).toList();
        }
    }

    /// Returns the time between the last two calls of a program; zero if there were not two.
    public Duration lastGap(String program) throws IOException {
        List<Instant> calls = calls(program);
        int count = calls.size();
        return count < 2
                ? Duration.ZERO
                : Duration.between(calls.get(count - 2), calls.get(count - 1));
    }
}
