package dev.nudge.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.exec.PtyDevice;
import dev.nudge.host.Reader.LogWriter;
import dev.nudge.job.WindowSize;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever fails with what a job writes, the end of its terminal is seen and its log is whole.
class ReaderIT {
    @TempDir private Path folder;

    private final Reader.Progress progress = new Reader.Progress();

    @Test
    void screenThatAlwaysThrowsCostsNeitherTheLogNorTheEnd() throws Exception {
        AtomicInteger chunks = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(1);
        Path gate = folder.resolve("gate");
        Reader.Screen broken =
                new Reader.Screen() {
                    @Override
                    public void show(byte[] bytes, int length) {
                        chunks.incrementAndGet();
                        Unchecked.run(() -> Files.writeString(gate, ""));
                        throw new NoClassDefFoundError("broken on purpose");
                    }

                    @Override
                    public void end() {
                        ended.countDown();
                    }
                };
        Path file = Files.createFile(folder.resolve("output.log"));
        try (PtyDevice device = PtyDevice.open(new WindowSize(80, 24));
                LogWriter log = new LogWriter(file, () -> true)) {
            new Reader(device, log, broken, progress, () -> {}).start();
            String command =
                    "setsid -w -c sh -c 'echo one; while [ ! -e %s ]; do sleep 0.2; done; echo two; exit 3' <>%s >&0 2>&1"
                            .formatted(gate, device.name());
            Process job = new ProcessBuilder("sh", "-c", command).start();

            assertThat(progress.awaitEnd(Patience.LONG.toMillis())).isTrue();
            assertThat(ended.await(Patience.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(job.waitFor()).isEqualTo(3);
        }
        assertThat(Files.readString(file)).isEqualTo("one\r\ntwo\r\n");
        assertThat(chunks.get()).isGreaterThanOrEqualTo(2);
        assertThat(progress.mark().bytes()).isEqualTo(10);
    }

    @Test
    void fullDiskHoldsTheJobUpButNotItsEnd() throws IOException {
        AtomicInteger tries = new AtomicInteger();
        byte[] bytes = "text".getBytes(StandardCharsets.UTF_8);
        try (LogWriter log =
                new LogWriter(Path.of("/dev/full"), () -> tries.incrementAndGet() < 4)) {
            log.write(bytes, bytes.length);
        }
        assertThat(tries.get()).isEqualTo(4);
    }

    @Test
    void terminalHasItsSizeBeforeAnybodyOpensIt() throws Exception {
        for (int i = 1; i <= 50; i++) {
            WindowSize size = new WindowSize(100 + i, 20 + i);
            try (PtyDevice device = PtyDevice.open(size)) {
                Process job = new ProcessBuilder("sh", "-c", "stty size <" + device.name()).start();
                assertThat(new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo((20 + i) + " " + (100 + i) + "\n");
            }
        }
        assertThat(descriptorsOfTerminals()).isZero();
    }

    private static long descriptorsOfTerminals() {
        String list = "ls -l /proc/%d/fd; true".formatted(ProcessHandle.current().pid());
        return new ShortCommand(Patience.LONG, System.getenv())
                .run(List.of("sh", "-c", list))
                .lines()
                .filter(line -> line.matches(".* /dev/(ptmx|pts/.*)"))
                .count();
    }
}
