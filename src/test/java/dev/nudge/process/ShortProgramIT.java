package dev.nudge.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.notify.ShortProgram.Outcome;
import dev.nudge.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShortProgramIT {
    @TempDir private Path folder;

    private ShortProgram sh(String script, Duration limit) {
        return new ShortProgram(
                List.of("sh", "-c", script), Map.of("PATH", System.getenv("PATH")), folder, limit);
    }

    private Outcome run(String script, String input) throws InterruptedException {
        return sh(script, Duration.ofSeconds(10)).run(input);
    }

    @Test
    void readsItsInputInItsDirectory() throws Exception {
        assertThat(run("cat >got; pwd >>got", "one\ntwo\n")).isEqualTo(new Outcome.Done());
        assertThat(folder.resolve("got")).hasContent("one\ntwo\n" + folder.toRealPath() + "\n");
    }

    @Test
    void failureIsToldWithWhatItSaid() throws Exception {
        assertThat(run("echo no such thing >&2; exit 3", ""))
                .isEqualTo(new Outcome.Failed("it ended with exit code 3: no such thing"));
        assertThat(run("yes | head -c 300000; exit 1", ""))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class, f -> assertThat(f.reason()).hasSizeLessThan(2100));
    }

    @Test
    void inputThatNobodyReadsHoldsNobodyUp() throws Exception {
        assertThat(run("exit 0", "x".repeat(1_000_000))).isEqualTo(new Outcome.Done());
    }

    @Test
    void whatItLeavesBehindIsNotWaitedFor() throws Exception {
        long before = System.nanoTime();

        assertThat(run("sleep 30 & echo $! >child", "")).isEqualTo(new Outcome.Done());

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
        ProcessHandle.of(pid("child")).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void hangingProgramIsKilledWithAllThatItStarted() throws Exception {
        String script =
                "trap '' TERM; sleep 300 & echo $! >one; setsid sleep 300 & echo $! >two; wait";

        assertThat(sh(script, Duration.ofSeconds(1)).run(""))
                .isEqualTo(new Outcome.Failed("it took over 1 s and was killed"));

        for (String child : List.of("one", "two")) {
            long pid = pid(child);
            await().until(() -> new ProcessTable().identify(pid).isEmpty());
        }
    }

    @Test
    void programThatWritesWithoutEndIsCutOffToo() throws Exception {
        assertThat(sh("exec yes", Duration.ofSeconds(1)).run(""))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        f ->
                                assertThat(f.reason())
                                        .startsWith("it took over 1 s and was killed: y")
                                        .hasSizeLessThan(2100));
    }

    private long pid(String file) throws IOException {
        return Long.parseLong(Files.readString(folder.resolve(file)).strip());
    }
}
