package dev.nudge.jobs;

import static dev.nudge.testkit.Patience.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Jobs end while no daemon is there, and nobody calls nudge.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DaemonOfHostIT {

    /// Ten times as long as a host waits before it starts a daemon.
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(2);

    @AutoClose
    private final NudgeUser user = NudgeUser.with(Map.of("OF_THE_USER", "it's \"mine\""));

    private void awaitRecords() {
        soon().until(() ->
                user.stored().stream()
                        .allMatch(job -> job.path("state").stringValue("").equals("ended")));
    }

    @Test
    void burstOfEndsStartsOneDaemonWithTheEnvironmentOfTheLastAndNothingOfTheJobs()
            throws IOException {
        Diary diary = new Diary(user);
        user.run("daemon", "stop"); // a host may have started it, and its environment is tested
        user.startDaemon();
        Map<String, String> before = environment(user.daemonPid());
        List<String> command =
                new ArrayList<>(List.of("env", "OF_THE_JOB=1", "OF_THE_USER=other", "HOME=/tmp"));
        command.addAll(NudgeUser.command("run", "--array", "1-20", "--", waiting(diary, 7)));
        new ShortCommand(Patience.LONG, user.environment()).run(command);
        long terminal = user.runJob("--pty", "--", waiting(diary, 8));
        user.awaitState(terminal, "running");
        user.awaitState(terminal - 1, "running");
        user.run("daemon", "stop");
        Files.delete(user.state().resolve("daemon.log"));
        diary.open();

        awaitRecords();
        // The host that has started it leaves too, though the daemon is its child.
        awaitNoHost();
        await().until(() -> user.log().contains("is ready, process"));
        assertThat(user.log().split("is ready, process", -1)).hasSize(2);
        assertThat(user.log()).doesNotContain("another daemon");
        assertThat(user.exitCode(terminal - 1)).isEqualTo(7);
        assertThat(user.exitCode(terminal)).isEqualTo(8);
        long daemon = user.daemonPid();
        assertThat(environment(daemon)).isEqualTo(before);
        long self = ProcessHandle.current().pid();
        assertThat(shown("ps -o sid= " + daemon)).isNotEqualTo(shown("ps -o sid= " + self));
        // It may just read a file of a job itself.
        await().until(() -> !shown("ls -l /proc/%d/fd".formatted(daemon)).contains("/jobs/"));
    }

    private static String waiting(Diary diary, int exitCode) {
        return diary.waiting() + "; exit " + exitCode;
    }

    /// Another would only find that there is one, and cost a slow machine a second of its time. A
    /// daemon that holds its lock may also be one that is about to end.
    @Test
    void daemonThatIsSlowIsNotJoinedByAnotherAndReplacedOnceItHasEnded() throws IOException {
        endWhileTheDaemonIsStopped();

        await().during(LONG_ENOUGH).until(this::daemons, daemons -> daemons == 1);
        long slow = user.daemonPid();
        user.signalDaemon("CONT");

        awaitRecords();
        awaitNoHost();
        assertThat(user.daemonPid()).isEqualTo(slow);

        endWhileTheDaemonIsStopped();
        // The file of the turns cannot be made.
        Path turns = user.state().resolve("daemon.start");
        Files.deleteIfExists(turns);
        Files.createDirectory(turns);

        user.killDaemon();

        awaitRecords();
        awaitNoHost();
        // A daemon says who it is once it is ready.
        await().until(() -> user.daemonPid() != slow);
        Files.delete(turns);
    }

    private void endWhileTheDaemonIsStopped() {
        Diary diary = new Diary(user);
        long job = user.runJob("--", waiting(diary, 7));
        user.signalDaemon("STOP");
        diary.open();
        await().until(() -> Files.exists(user.job(job).resolve("exit.json")));
    }

    private long daemons() {
        return user.running("").stream()
                .filter(p -> p.info().command().orElse("").endsWith("/bin/java"))
                .count();
    }

    private void awaitNoHost() {
        await().until(() ->
                ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .noneMatch(line -> line.contains(user.state() + "/host-")));
    }

    /// The shell that starts it sets some for itself.
    private static Map<String, String> environment(long pid) {
        Map<String, String> environment = new TreeMap<>(new ProcessTable().environment(pid));
        environment.keySet().removeAll(List.of("PWD", "OLDPWD", "SHLVL", "_"));
        return environment;
    }

    /// A file may be closed while it is listed.
    private String shown(String command) {
        return user.tool("sh", "-c", command + "; true").strip();
    }

    @Test
    void stateDirectoryThatWasRemovedStaysRemoved() {
        Diary diary = new Diary(user);
        user.run("run", "--", waiting(diary, 0));
        user.killDaemon();
        user.tool("rm", "-r", user.state().toString());
        diary.open();

        awaitNoHost();

        assertThat(user.state()).doesNotExist();
    }
}
