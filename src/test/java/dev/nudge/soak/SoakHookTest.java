package dev.nudge.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakHookTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir private Path folder;

    @Test
    void answerIsWhatTheScriptPrints() throws IOException, InterruptedException {
        SoakHook.Outcome outcome = run(LONG, "read -r line; echo \"$line\"");

        assertThat(outcome).isEqualTo(new SoakHook.Outcome(true, false, "{\"a\":1}", ""));
    }

    @Test
    void answerOfAScriptThatFailsCounts() throws IOException, InterruptedException {
        SoakHook.Outcome outcome = run(LONG, "echo '{}'; echo why >&2; exit 1");

        assertThat(outcome).isEqualTo(new SoakHook.Outcome(true, false, "{}", "exit code 1: why"));
    }

    @Test
    void errorMessageDeniesOnlyWithAnExitCodeGreaterThanOne()
            throws IOException, InterruptedException {
        assertThat(run(LONG, "echo why >&2; exit 1").isDenied()).isFalse();
        assertThat(run(LONG, "echo why >&2; exit 2").isDenied()).isTrue();
        assertThat(run(LONG, "exit 2").isDenied()).isFalse();
    }

    @Test
    void answerOfAScriptThatTakesTooLongIsDropped() throws IOException, InterruptedException {
        SoakHook.Outcome outcome = run(Duration.ofMillis(1), "echo '{}'; exec sleep 60");

        assertThat(outcome.isDone()).isFalse();
        assertThat(outcome.json()).isEmpty();
        assertThat(outcome.failure()).contains("longer than 1 ms");
    }

    private SoakHook.Outcome run(Duration limit, String script)
            throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("script"), script);
        return new SoakHook(folder, limit).run("{\"a\":1}\n", file.toString());
    }
}
