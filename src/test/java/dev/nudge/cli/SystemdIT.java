package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The unit that nudge brings, under a systemd manager of the user's. The manager runs as if
/// systemd had started the machine, which only root can pretend.
class SystemdIT {
    private static final String PROGRAM = "/lib/systemd/systemd";
    private static final String PRETEND =
            "mount -t tmpfs tmpfs /run; mkdir -p /run/systemd/system; exec " + PROGRAM + " --user";

    @AutoClose private final NudgeUser user = NudgeUser.create();
    private long manager;

    @BeforeEach
    void installUnit() throws IOException {
        assumeTrue(new ProcessTable().userId() == 0, "only root may mount");
        assumeTrue(Files.isExecutable(Path.of(PROGRAM)), "there is no systemd");
        Path launcher = Path.of(NudgeUser.command().getFirst());
        Path programs = Files.createDirectories(user.folder("home").resolve(".local/bin"));
        Files.createSymbolicLink(programs.resolve("nudge"), launcher);
        Path units = Files.createDirectories(user.folder("home").resolve(".config/systemd/user"));
        Files.copy(
                launcher.resolveSibling("../systemd/nudge.service"),
                units.resolve("nudge.service"));
    }

    private void startManager() throws IOException {
        Process process =
                user.program(List.of("unshare", "--mount", "sh", "-ec", PRETEND))
                        .redirectErrorStream(true)
                        .redirectOutput(user.folder("systemd").resolve("log").toFile())
                        .start();
        manager = process.pid();
        Path socket = user.folder("run").resolve("systemd/private");
        await().until(() -> Files.exists(socket));
    }

    private String systemctl(String... words) {
        List<String> command =
                new ArrayList<>(List.of("nsenter", "--mount", "--target", "" + manager));
        command.addAll(List.of("systemctl", "--user"));
        command.addAll(List.of(words));
        return new ShortCommand(Patience.LONG, user.environment()).run(command);
    }

    private String shown(String property) {
        return systemctl("show", "--property", property, "--value", "nudge").strip();
    }

    /// Waits until the unit runs the daemon.
    private long awaitDaemon() {
        await().until(() -> Files.exists(user.state().resolve("daemon.json")));
        await().until(() -> shown("MainPID").equals(Long.toString(user.daemonPid())));
        return user.daemonPid();
    }

    @Test
    void jobOutlivesItsUnitADaemonThatIsKilledIsStartedAgainAndARebootBringsAllBack()
            throws IOException {
        Path diary = user.folder("home").resolve("diary");
        startManager();
        systemctl("enable", "--now", "nudge");
        awaitDaemon();
        user.run("run", "--restart-after-reboot", "--", "echo begun >>" + diary + "; sleep 600");
        await().until(() -> Files.exists(diary));
        long pid = user.record(1).path("pid").longValue();
        systemctl("stop", "nudge");
        assertThat(shown("Result")).isEqualTo("success");
        assertThat(shown("ActiveState")).isEqualTo("inactive");
        assertThat(ProcessHandle.of(pid)).isPresent();

        systemctl("start", "nudge");
        long next = awaitDaemon();
        assertThat(user.value(1, "state")).isEqualTo("running");
        assertThat(user.record(1).path("pid").longValue()).isEqualTo(pid);

        user.killDaemon();
        await().until(() -> user.daemonPid() != next);
        assertThat(awaitDaemon()).isNotEqualTo(next);

        user.reboot();
        startManager();

        await().until(() -> Files.readAllLines(diary).size() == 2);
        awaitDaemon();
        assertThat(user.run("show", "1")).contains("after a reboot", "the machine was restarted");
    }
}
