package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTableTest {
    private final long me = ProcessHandle.current().pid();

    @Test
    void identifiesALivingProcess() {
        ProcessTable table = new ProcessTable();
        ProcessId id = table.identify(me).orElseThrow();

        assertThat(table.isAlive(id)).isTrue();
        assertThat(table.isAlive(new ProcessId(me, id.startTime() + 1)))
                .as("another process that had the same pid")
                .isFalse();
        long parent = ProcessHandle.current().parent().orElseThrow().pid();
        assertThat(table.ancestry(me)).as("nearest first").startsWith(me, parent);
        Thread.currentThread().interrupt();
        assertThat(table.isGone(id)).as("read by an interrupted thread").isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void valuesAreThoseOfVariablesWithExactlyThatName(@TempDir Path proc) throws IOException {
        List<String> environments = List.of("A=x\0OTHER=A=y\0", "AB=z\0", "B=w\0C=v\0");
        for (int i = 0; i < environments.size(); i++) {
            Path process = Files.createDirectory(proc.resolve("7" + i));
            Files.writeString(process.resolve("environ"), environments.get(i));
        }

        assertThat(new ProcessTable(proc).values("A", "B")).containsExactlyInAnyOrder("x", "w");
    }

    @Test
    void readsAProcessThatIsThereAndNothingOfOneThatIsNot() throws IOException {
        ProcessTable table = new ProcessTable();
        assertThat(table.environment(me)).containsKey("PATH");
        long before = table.bytesRead(me).orElseThrow();
        Files.readAllBytes(Path.of("/proc/self/stat"));
        assertThat(table.bytesRead(me).orElseThrow()).isGreaterThan(before);

        assertThat(table.identify(99_999_999)).isEmpty();
        assertThat(table.environment(99_999_999)).isEmpty();
        assertThat(table.bytesRead(99_999_999)).isEmpty();
        assertThat(table.ancestry(99_999_999)).containsExactly(99_999_999L);
    }

    @Test
    void onlyOneThatIsKnownToHaveEndedIsGoneAndOneThatHangsInTheKernelIsNotKillable(
            @TempDir Path proc) throws IOException {
        write(proc, 7, 'R');
        write(proc, 8, 'Z');
        Files.createDirectories(proc.resolve("9/stat"));
        write(proc, 11, 'D');
        Files.createDirectory(proc.resolve("self"));
        ProcessTable table = new ProcessTable(proc);

        assertThat(table.identify(7)).contains(new ProcessId(7, 555));
        assertThat(table.identify(8)).isEmpty();
        assertThat(table.isGone(new ProcessId(7, 555))).isFalse();
        assertThat(table.isGone(new ProcessId(7, 556))).as("another has its pid").isTrue();
        assertThat(table.isGone(new ProcessId(8, 555))).as("a zombie").isTrue();
        assertThat(table.isGone(new ProcessId(9, 555))).as("it cannot be read").isFalse();
        assertThat(table.isGone(new ProcessId(10, 555))).isTrue();
        assertThat(table.isKillable(new ProcessId(7, 555))).isTrue();
        assertThat(table.isKillable(new ProcessId(7, 556))).as("another").isFalse();
        assertThat(table.isKillable(new ProcessId(10, 555))).as("gone").isFalse();
        assertThat(table.isKillable(new ProcessId(11, 555))).isFalse();
    }

    @Test
    void tableThatCannotBeReadIsNotEmpty(@TempDir Path folder) {
        ProcessTable table = new ProcessTable(folder.resolve("none"));
        ProcessId id = new ProcessId(7, 555);
        ProcessFamily family = new ProcessFamily(table, id, id, "NUDGE_MARK", "none", "NUDGE_HOST");

        assertThatIOException().isThrownBy(family::living);
        assertThatIOException().isThrownBy(() -> table.values("NUDGE_MARK"));
    }

    /// As when there are too many open files.
    @Test
    void bootThatCannotBeReadNowIsNoOtherBoot(@TempDir Path proc) throws IOException {
        Path random = Files.createDirectories(proc.resolve("sys/kernel/random"));
        ProcessTable table = new ProcessTable(proc);
        assertThat(table.isOtherBoot("one")).as("unknown").isFalse();

        Files.writeString(random.resolve("boot_id"), "one\n");
        assertThat(table.isOtherBoot("one")).isFalse();
        assertThat(table.isOtherBoot("two")).isTrue();
        assertThat(table.isOtherBoot("")).as("the host could not read it").isFalse();

        Files.delete(random.resolve("boot_id"));
        assertThat(table.bootId()).isEqualTo("one");
        assertThat(table.isOtherBoot("one")).isFalse();
    }

    private static void write(Path proc, long pid, char state) throws IOException {
        Path directory = Files.createDirectory(proc.resolve(Long.toString(pid)));
        Files.writeString(
                directory.resolve("stat"),
                "%d (a) b) %c 1 7 7 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 555 0 0".formatted(pid, state));
    }
}
