package dev.nudge.terminal.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ConcurrentUseTest {
    private static final int LINES = 20_000;
    private static final String LINE = "abcdefghij";

    @Test
    void readersSeeWholeChunksWhileOutputComes() throws Exception {
        HeadlessTerminal terminal = new HeadlessTerminal(20, 5);
        byte[] chunk = (LINE + "\r\n").getBytes(StandardCharsets.US_ASCII);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> writer =
                    threads.submit(() -> {
                        for (int i = 0; i < LINES; i++) {
                            terminal.feed(chunk, 0, chunk.length);
                        }
                    });
            do {
                assertThat(terminal.screen(0)).allMatch(row -> row.isEmpty() || row.equals(LINE));
                assertThat(terminal.text(50).lines()).allMatch(LINE::equals);
            } while (!writer.isDone());
            writer.get();
        }
        assertThat(terminal.text().lines()).hasSize(LINES);
    }
}
