package dev.nudge.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The host where there is next to nothing, as on a small node of a cluster or in a small
/// container: no bash, no C library, no programs but BusyBox.
class HostSurroundingsIT extends HostCase {
    private Path root;

    @BeforeEach
    void makeRoot() throws IOException {
        root = folder.resolve("root");
        for (String directory : List.of("bin", "dev", "proc", "7", "8", "9", "exits")) {
            Files.createDirectories(root.resolve(directory));
        }
        // With the libraries that it needs, where it is not a static program.
        shell(
                "cp $(command -v busybox) %1$s/bin; ldd %1$s/bin/busybox | grep -o '/[^ ]*' | xargs -r cp --parents -L -t %1$s"
                        .formatted(root));
        Files.createSymbolicLink(root.resolve("bin/sh"), Path.of("busybox"));
        shell("cp %s %s/host".formatted(JobHost.link(folder), root));
    }

    private static String shell(String command) {
        return new ShortCommand(Patience.LONG, System.getenv()).run(List.of("sh", "-c", command));
    }

    private String run(String words) {
        return shell(
                "exec unshare -rm sh -c \"mount --rbind /dev %1$s/dev && mount --rbind /proc %1$s/proc && exec chroot %1$s %2$s\""
                        .formatted(root, words.replace("$", "\\$")));
    }

    /// Gives an order to a host in the root, and returns what the host says.
    private String host(int job, HostOrder order) throws IOException {
        Path file = Files.write(root.resolve("order"), order.bytes());
        return run("/host host /%1$d /exits/%1$d <%2$s".formatted(job, file));
    }

    @Test
    void busyBoxIsEnoughAndWithoutAShellTheReasonIsRecorded() throws IOException {
        assertThat(host(7, order("echo $0 $SHLVL; kill -9 $$", Path.of("/bin"))))
                .matches("started \\d+ \n");
        assertEnded(7, "{\"signal\":9}");
        assertThat(root.resolve("7/output.log")).content().startsWith("sh");
        assertThat(root.resolve("exits/7")).exists();

        Files.write(
                root.resolve("8/command"), order("echo $NUDGE_JOB; exit 3", Path.of("/")).bytes());
        Files.createFile(root.resolve("8/ticket"));
        run("/bin/sh -c 'SLURM_JOB_ID=4711 /host node /8 /exits/8 /8/ticket; echo $? >/code'");
        assertThat(root.resolve("code")).as("on a node").content().isEqualTo("3\n");
        assertEnded(8, "{\"code\":3,\"start\":\"4711\"}");
        assertThat(root.resolve("8/output.log")).content().isEqualTo("8\n");

        Files.delete(root.resolve("bin/sh"));
        String reason = "its shell cannot be run: No such file or directory";
        assertThat(host(9, order("true", Path.of("/bin")))).isEqualTo("failed " + reason + "\n");
        assertEnded(9, "{\"not_started\":\"%s\"}".formatted(reason));
    }

    private void assertEnded(int job, String end) throws IOException {
        assertThat(Files.readString(root.resolve(job + "/exit.json")).strip()).isEqualTo(end);
    }
}
