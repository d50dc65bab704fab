package dev.nudge.exec;

import static org.assertj.core.api.Assertions.assertThat;

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
        root = Files.createDirectories(folder.resolve("root"));
        for (String directory : List.of("bin", "dev", "proc", "7", "exits")) {
            Files.createDirectories(root.resolve(directory));
        }
        // With the libraries that it needs, where it is not a static program.
        shell(
                "cp $(command -v busybox) %1$s/bin; ldd %1$s/bin/busybox | grep -o '/[^ ]*' | xargs -r cp --parents -L -t %1$s"
                        .formatted(root));
        Files.createSymbolicLink(root.resolve("bin/sh"), Path.of("busybox"));
        Files.copy(JobHost.link(folder), root.resolve("host"));
        Files.setPosixFilePermissions(
                root.resolve("host"), Files.getPosixFilePermissions(root.resolve("bin/busybox")));
    }

    private static String shell(String command) {
        return new ShortCommand(PATIENCE, System.getenv()).run(List.of("sh", "-c", command));
    }

    private String run(String... words) {
        return shell(
                "exec unshare -rm sh -c \"mount --rbind /dev %1$s/dev && mount --rbind /proc %1$s/proc && exec chroot %1$s %2$s\""
                        .formatted(root, String.join(" ", words).replace("$", "\\$")));
    }

    @Test
    void busyBoxIsEnough() throws IOException {
        HostOrder order = order("echo $0 $SHLVL; kill -9 $$", Path.of("/bin"));
        Files.write(root.resolve("order"), order.bytes());

        String said = run("/host host /7 /exits/7 <" + root.resolve("order"));

        assertThat(said).matches("started \\d+ \n");
        assertThat(root.resolve("7/exit.json"))
                .content()
                .isEqualToIgnoringWhitespace("{\"signal\":9}");
        assertThat(root.resolve("7/output.log")).content().startsWith("sh");
        assertThat(root.resolve("exits/7")).exists();
    }

    @Test
    void busyBoxIsEnoughOnANode() throws IOException {
        Files.write(
                root.resolve("7/command"), order("echo $NUDGE_JOB; exit 3", Path.of("/")).bytes());
        Files.createFile(root.resolve("7/ticket"));

        run("/bin/sh -c 'SLURM_JOB_ID=4711 /host node /7 /exits/7 /7/ticket; echo $? >/code'");

        assertThat(root.resolve("code")).content().isEqualTo("3\n");
        assertThat(root.resolve("7/exit.json"))
                .content()
                .isEqualToIgnoringWhitespace("{\"code\":3,\"start\":\"4711\"}");
        assertThat(root.resolve("7/output.log")).content().isEqualTo("7\n");
    }

    @Test
    void withoutAShellTheReasonIsRecorded() throws IOException {
        Files.delete(root.resolve("bin/sh"));
        Files.write(root.resolve("order"), order("true", Path.of("/bin")).bytes());

        String said = run("/host host /7 /exits/7 <" + root.resolve("order"));

        assertThat(said).isEqualTo("failed its shell cannot be run: No such file or directory\n");
        assertThat(root.resolve("7/exit.json")).content().contains("not_started");
    }
}
