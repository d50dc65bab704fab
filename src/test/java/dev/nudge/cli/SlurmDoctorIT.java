package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.SlurmPrograms;
import dev.nudge.testkit.SlurmUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the doctor says of groups whose jobs run in a real Slurm.
class SlurmDoctorIT {
    @AutoClose private static SlurmCluster cluster;

    @TempDir private Path folder;
    @AutoClose private SlurmUser user;

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.start();
    }

    @BeforeEach
    void addGroup() throws IOException {
        SlurmPrograms programs = new SlurmPrograms(Files.createDirectory(folder.resolve("bin")));
        user = new SlurmUser(cluster, Map.of("PATH", programs.path()));
    }

    /// Returns what it says of the group, and checks that it leaves nothing.
    private String doctor() throws IOException {
        String said = user.nudge().said("doctor");
        try (Stream<Path> files = Files.list(user.nudge().state())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("probe"));
        }
        return said.lines()
                .dropWhile(line -> !line.contains("Group far: "))
                .reduce("", (all, line) -> all + line + "\n");
    }

    private static void awaitNoJob() {
        await().until(() -> cluster.run("squeue", "-h", "-n", "nudge-doctor").isBlank());
    }

    @Test
    void groupIsFineUnlessItsJobsAreHeldOrRefusedOrItsClusterCannotBeAsked() throws Exception {
        Path stale = Files.createFile(user.nudge().state().resolve("probe-123"));
        Files.setLastModifiedTime(stale, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        assertThat(doctor())
                .as("which removes what a killed one has left")
                .matches(
                        """
                        ok +Group far: Slurm [\\d.]+ in %s
                        ok +Group far: slurmctld answers
                        ok +Group far: n[12] sees the state directory
                        """
                                .formatted(folder.resolve("bin")));
        awaitNoJob();

        user.nudge().run("group", "set", "far", "--option", "hold");
        assertThat(doctor())
                .containsPattern("note +Group far: it is not known whether the nodes see")
                .contains("PENDING (JobHeldUser) in main");
        awaitNoJob();
        Thread canceller =
                Thread.startVirtualThread(() -> {
                    await().until(() -> !probes().isEmpty());
                    cluster.run("scancel", probes());
                });
        assertThat(doctor())
                .containsPattern("note +Group far: it is not known whether the nodes see")
                .contains("CANCELLED");
        canceller.join();

        user.nudge().run("group", "set", "far", "--option", "partition=nosuch");
        assertThat(doctor())
                .containsPattern("WRONG +Group far: sbatch refuses a job of the group: ")
                .contains("Invalid partition name specified");
        cluster.stopController();
        try {
            assertThat(doctor()).containsPattern("WRONG +Group far: Slurm cannot be asked: ");
        } finally {
            cluster.startController();
        }
        Files.delete(folder.resolve("bin/sbatch"));
        assertThat(doctor())
                .containsPattern("WRONG +Group far: sbatch cannot be run: ")
                .doesNotContain("slurmctld");
    }

    /// The way that the document about Slurm describes.
    @Test
    void nodeThatDoesNotSeeTheStateDirectoryIsFoundAndALinkLeadsToOneThatItSees() throws Exception {
        user.nudge().run("group", "set", "far", "--option", "partition=other");
        cluster.blindNode("n2", user.nudge().folder("state"));
        try {
            assertThat(doctor())
                    .containsPattern(
                            "WRONG +Group far: a job on n2 does not see the state directory %s\n"
                                    .formatted(user.nudge().state()))
                    .contains("Fix: move it to where the nodes see it");

            user.nudge().run("daemon", "stop");
            Path shared =
                    Files.move(user.nudge().state(), user.nudge().folder("shared").resolve("n"));
            Files.createSymbolicLink(user.nudge().state(), shared);
            assertThat(doctor()).contains("n2 sees the state directory");
            long job = user.run("--", "echo up");
            assertThat(user.nudge().exitCode(job)).isZero();
            assertThat(user.nudge().output(job)).isEqualTo("up\n");
        } finally {
            cluster.killNode("n2");
            cluster.startNode("n2");
        }
    }

    private static String probes() {
        return cluster.run("squeue", "-h", "-n", "nudge-doctor", "-o", "%i").strip();
    }
}
