package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Jobs end while no daemon is there, and nobody calls nudge.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DaemonOfHostIT {
    /// Ten times as long as a host waits before it starts a daemon.
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(2);

    @AutoClose
    private final NudgeUser user = NudgeUser.with(Map.of("OF_THE_USER", "it's \"mine\""));

    private Diary diary = new Diary(user);

    @BeforeEach
    void openDiary() {
        diary = new Diary(user);
    }

    private String waiting(String end) {
        return diary.waiting() + "; " + end;
    }

    private void awaitRecord(long job) {
        await().until(() -> user.stored(job).toString().contains("\"ended\""));
    }

    private long endWhileTheDaemonIsStopped() {
        long job = user.runJob("--", waiting("exit 7"));
        user.signalDaemon("STOP");
        diary.open();
        await().until(() -> Files.exists(user.job(job).resolve("exit.json")));
        return job;
    }

    @Test
    void endStartsADaemonAndRecordsTheEnd() {
        long plain = user.runJob("--", waiting("exit 7"));
        long onTerminal = user.runJob("--pty", "--", waiting("exit 8"));
        user.run("daemon", "stop");
        diary.open();

        awaitRecord(plain);
        awaitRecord(onTerminal);

        assertThat(user.exitCode(plain)).isEqualTo(7);
        assertThat(user.exitCode(onTerminal)).isEqualTo(8);
    }

    @Test
    void burstOfEndsStartsOneDaemonWithTheEnvironmentOfTheLastAndNothingOfTheJobs()
            throws IOException {
        user.startDaemon();
        Map<String, String> before = environment(user.daemonPid());
        List<String> command =
                new ArrayList<>(List.of("env", "OF_THE_JOB=1", "OF_THE_USER=other", "HOME=/tmp"));
        command.addAll(NudgeUser.command("run", "--array", "1-20", "--", waiting("exit 0")));
        String[] jobs =
                new ShortCommand(Patience.LONG, user.environment())
                        .run(command)
                        .strip()
                        .split("-", -1);
        long last = Long.parseLong(jobs[1]);
        user.awaitState(last, "running");
        user.killDaemon();
        Files.delete(user.state().resolve("daemon.log"));
        diary.open();

        for (long job = Long.parseLong(jobs[0]); job <= last; job++) {
            awaitRecord(job);
        }
        // The host that has started it leaves too, though the daemon is its child.
        awaitNoHost();
        await().until(() -> user.log().contains("is ready, process"));
        assertThat(user.log().split("is ready, process", -1)).hasSize(2);
        assertThat(user.log()).doesNotContain("another daemon");
        long daemon = user.daemonPid();
        assertThat(environment(daemon)).isEqualTo(before);
        long self = ProcessHandle.current().pid();
        assertThat(shown("ps -o sid= " + daemon)).isNotEqualTo(shown("ps -o sid= " + self));
        // It may just read a file of a job itself.
        await().until(() -> !shown("ls -l /proc/%d/fd".formatted(daemon)).contains("/jobs/"));
    }

    /// Another would only find that there is one, and cost a slow machine a second of its time.
    @Test
    void daemonThatIsSlowIsNotJoinedByAnother() {
        long job = endWhileTheDaemonIsStopped();

        await().during(LONG_ENOUGH).until(this::daemons, daemons -> daemons == 1);
        user.signalDaemon("CONT");

        awaitRecord(job);
        awaitNoHost();
    }

    /// A daemon that holds its lock may be one that is about to end.
    @Test
    void daemonThatDoesNotAnswerIsReplacedOnceItHasEnded() {
        long job = endWhileTheDaemonIsStopped();

        user.killDaemon();

        awaitRecord(job);
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
        return new ShortCommand(Patience.LONG, user.environment())
                .run(List.of("sh", "-c", command + "; true"))
                .strip();
    }

    @Test
    void stateDirectoryThatWasRemovedStaysRemoved() {
        user.run("run", "--", waiting("exit 0"));
        user.killDaemon();
        new ShortCommand(Patience.LONG, user.environment())
                .run(List.of("rm", "-r", user.state().toString()));
        diary.open();

        awaitNoHost();

        assertThat(user.state()).doesNotExist();
    }
}
