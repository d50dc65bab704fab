package dev.nudge.jobs;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.SlurmPrograms;
import dev.nudge.testkit.SlurmUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Tests in a real Slurm, which a whole class shares, as it does the user and so the daemon.
abstract class InSlurm {
    @TempDir static Path folder;
    @AutoClose static SlurmCluster cluster;
    @AutoClose static SlurmUser user;
    static SlurmPrograms programs;
    static NudgeUser nudge;

    @BeforeAll
    static void startCluster() throws IOException {
        cluster = SlurmCluster.startWithAllReasons();
        programs = new SlurmPrograms(Files.createDirectory(folder.resolve("bin")));
        user = new SlurmUser(cluster, Map.of("PATH", programs.path()));
        nudge = user.nudge();
    }

    /// Leaves nothing of the test before.
    @BeforeEach
    void freeTheNodes() throws IOException {
        programs.releaseAll();
        nudge.run("resume", "far");
        nudge.run("group", "set", "far", "--option", "partition=main");
        nudge.run("kill", "--all", "--grace", "1");
    }

    /// Returns how many jobs there are: the number of the last one.
    static long jobs() {
        return nudge.stored().size();
    }
}
