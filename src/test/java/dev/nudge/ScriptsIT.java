package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `scripts/` installs, on Debian and its relatives, as root.
class ScriptsIT {
    private static final String LIBRARY = "root=$PWD; . scripts/lib.sh; ";

    @TempDir Path folder;

    @Test
    void installationWaitsForAnotherProgramThatUsesApt() throws Exception {
        Process installation;
        try (RandomAccessFile file = new RandomAccessFile("/var/lib/dpkg/lock-frontend", "rw");
                FileLock lock = file.getChannel().lock()) {
            assertThat(lock.isValid()).isTrue();
            installation =
                    start("apt install -y --no-install-recommends tmux", System.getenv("PATH"));
            await().atMost(Patience.LONG)
                    .until(() -> said().contains("apt is in use by another program"));
            assertThat(installation.isAlive()).isTrue();
        }
        assertThat(exitCode(installation)).as(said()).isZero();
    }

    @Test
    void allThatIsMissingIsNamedAtTheEndOfTheOutput() throws Exception {
        String words =
                "need_later; need cd '' none; need first 'Install one.' a b; need second 'Install"
                        + " two.' c; install_needed; echo went on >&2";
        Process installation =
                start(words, Files.createDirectory(folder.resolve("empty")).toString());

        assertThat(exitCode(installation)).isEqualTo(1);
        assertThat(said())
                .endsWith(
                        """
                        nudge: not found, and could not be installed:
                          first: Install one.
                          second: Install two.
                        """);
    }

    @Test
    void browserIsCheckedOnceItIsInstalled() throws Exception {
        Path system = Files.createDirectory(folder.resolve("system"));
        for (String program : List.of("head", "sed", "chmod")) {
            Files.createSymbolicLink(system.resolve(program), Path.of("/usr/bin", program));
        }
        program(system.resolve("id"), "echo 0");
        program(
                system.resolve("dnf"),
                """
                for program in chromium chromedriver; do
                    echo 'echo 150.0.7871.100' >%1$s/$program
                    chmod +x %1$s/$program
                done\
                """
                        .formatted(system));
        Process installation =
                start("need_later; need_chromium; install_needed", system.toString());

        assertThat(exitCode(installation)).as(said()).isZero();
        assertThat(said()).contains("the page is tested in Chromium 150.0.7871.100");
    }

    @Test
    void whatWasBuiltWithoutChecksIsCompiledAgainWithThem() throws Exception {
        Path programs = Files.createDirectory(folder.resolve("programs"));
        program(programs.resolve("mvn"), "echo $* >&2; mkdir -p target/maven-status");
        String words =
                "root=%s; unchecked=$root/target/unchecked; package; package; forget_unchecked;"
                                .formatted(folder)
                        + " find target >&2; mvn test; forget_unchecked; package";
        Process build = start("cd %s; ".formatted(folder) + words, programs + ":/usr/bin:/bin");

        int _ = exitCode(build);
        String checked = "-B -ntp -DskipTests -Dspotless.check.skip=true package\n";
        String unchecked = checked.replace("package", "package -Dunchecked");
        assertThat(said()).isEqualTo(unchecked + unchecked + "target\ntest\n" + checked);
    }

    private static void program(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Process start(String words, String path) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-euc", LIBRARY + words);
        builder.environment().put("PATH", path);
        return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolve("said").toFile())
                .start();
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertThat(process.waitFor(Patience.LONG)).isTrue();
        return process.exitValue();
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("said"));
    }
}
