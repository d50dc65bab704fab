package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.TracedDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class HostCostIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();

    @Test
    void jobTakesTwoPrograms() throws Exception {
        try (TracedDaemon daemon = new TracedDaemon(user, "trace=execve", "status=successful")) {
            user.run("run", "--wait", "--", "true");
            int before = programs(daemon).size();

            user.run("run", "--wait", "--", "true");
            user.run("run", "--wait", "--", "true");

            await().until(() -> programs(daemon).size() >= before + 4);
            assertThat(programs(daemon).stream().skip(before))
                    .satisfiesExactly(
                            host -> assertThat(host).contains("/host-"),
                            shell -> assertThat(shell).contains("\"--\", \"true\""),
                            host -> assertThat(host).contains("/host-"),
                            shell -> assertThat(shell).contains("\"--\", \"true\""));
        }
    }

    private static List<String> programs(TracedDaemon daemon) throws IOException {
        return daemon.lines().stream().filter(line -> line.contains("execve(\"")).toList();
    }

    /// The first process is one that waits for nobody.
    @Test
    void jobLeavesNoZombieInAContainerWithoutAnInit() throws Exception {
        String nudge = NudgeUser.command().getFirst();
        Path seen = user.folder("seen");
        String script =
                """
                (
                    '%1$s' run --wait -- 'setsid sleep 0.2 & exit 3'
                    '%1$s' run --wait -- '(sleep 0.1 &) ; exit 4'
                    ps -eo comm= >%2$s/running
                    for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
                        sleep 0.5
                        ps -eo stat=,comm= | grep '^Z' >%2$s/zombies || break
                    done
                    '%1$s' ps --all >%2$s/jobs
                    : >%2$s/over
                    sleep 60
                ) &
                exec sleep 100
                """
                        .formatted(nudge, seen);
        String unshare = "unshare -rpf --mount-proc --kill-child sh -c";
        List<String> container = new ArrayList<>(List.of(unshare.split(" ", -1)));
        container.add(script);
        Process process = user.program(container).start();
        try {
            await().until(() -> Files.exists(seen.resolve("over")));

            assertThat(seen.resolve("running")).content().startsWith("sleep\n");
            assertThat(seen.resolve("zombies")).content().isEmpty();
            assertThat(seen.resolve("jobs")).content().contains("exit 3").contains("exit 4");
        } finally {
            process.destroyForcibly();
        }
    }
}
