package dev.nudge.jobs;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.SlurmUser;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/// Tests in a real Slurm that a whole class shares: each with a user, and so a daemon, of its own.
abstract class InSlurm {
    @AutoClose static SlurmCluster cluster;

    @AutoClose SlurmUser user;
    NudgeUser nudge;

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.start();
    }

    @BeforeEach
    void addGroup() throws IOException {
        user = new SlurmUser(cluster, environment());
        nudge = user.nudge();
    }

    /// Returns further variables of the user.
    Map<String, String> environment() throws IOException {
        return Map.of();
    }
}
