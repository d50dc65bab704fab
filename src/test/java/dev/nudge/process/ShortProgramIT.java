package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShortProgramIT {
    @TempDir private Path folder;

    private ShortProgram sh(String script, Duration limit) {
        return new ShortProgram(
                List.of("sh", "-c", script),
                limit,
                Map.of("PATH", System.getenv("PATH")),
                Optional.of(folder));
    }

    private Optional<String> failure(String script, String input) throws InterruptedException {
        return sh(script, Patience.LONG).failure(input);
    }

    @Test
    void readsItsInputInItsDirectory() throws Exception {
        assertThat(failure("cat >got; pwd >>got", "one\ntwo\n")).isEmpty();
        assertThat(folder.resolve("got")).hasContent("one\ntwo\n" + folder.toRealPath() + "\n");
    }

    @Test
    void failureIsToldWithWhatItSaid() throws Exception {
        assertThat(failure("echo no such thing >&2; exit 3", ""))
                .hasValue("it ended with exit code 3: no such thing");
    }

    @Test
    void bothOutputsAreKeptWholeBesideTheExitCode() throws Exception {
        String script = "yes | head -c 300000; echo complaint >&2; exit 3";

        ShortProgram.Result result = sh(script, Patience.LONG).run("");

        assertThat(result.exitCode()).hasValue(3);
        assertThat(result.out()).isEqualTo("y\n".repeat(150_000));
        assertThat(result.err()).isEqualTo("complaint\n");
    }

    @Test
    void interruptedProgramIsKilledAndTheThreadStaysInterrupted() {
        ShortProgram program = new ShortProgram(Duration.ofMinutes(5), "sleep", "299.5");
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> program.run("")).isInstanceOf(InterruptedIOException.class);

        assertThat(Thread.interrupted()).isTrue();
        await().until(() ->
                ProcessHandle.current()
                        .children()
                        .filter(ProcessHandle::isAlive)
                        .flatMap(child -> child.info().commandLine().stream())
                        .noneMatch(line -> line.contains("299.5")));
    }

    @Test
    void neitherWhatItLeavesBehindNorInputThatNobodyReadsIsWaitedFor() throws Exception {
        assertThat(failure("sleep 600 & echo $! >child", "x".repeat(1_000_000))).isEmpty();

        ProcessHandle.of(pid("child")).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void programThatHangsOrWritesWithoutEndIsKilledWithAllThatItStarted() throws Exception {
        String script =
                "trap '' TERM; sleep 300 & echo $! >one; setsid sleep 300 & echo $! >two; exec yes";

        assertThat(sh(script, Duration.ofSeconds(3)).failure(""))
                .hasValueSatisfying(reason ->
                        assertThat(reason)
                                .startsWith("it took over 3 s and was killed: y")
                                .hasSizeLessThan(2100));

        for (String child : List.of("one", "two")) {
            long pid = pid(child);
            await().until(() -> new ProcessTable().identify(pid).isEmpty());
        }
    }

    private long pid(String file) throws IOException {
        return Long.parseLong(Files.readString(folder.resolve(file)).strip());
    }
}
