package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every process of a job gets each signal once. The programs here write a line for each signal
/// that they get, and end by none: many real ones save their work at the first, and end at once at
/// the second.
class OneSignalIT {
    private static final String SH =
            "n=$1; for s in TERM HUP CONT; do trap \"echo $n $s\" $s; done; echo $n up; while :; do sleep 0.1; done";

    private static final String PERL =
            "$| = 1; $n = shift; for my $s (qw(TERM HUP CONT)) { $SIG{$s} = sub { print \"$n $s\\n\" } }"
                    + " print \"$n up\\n\"; sleep 1 while 1;";

    /// Of several threads.
    private static final String NODE =
            """
            const name = process.argv[2];
            for (const s of ["TERM", "HUP", "CONT"]) process.on("SIG" + s, () => console.log(name, s));
            console.log(name, "up");
            setInterval(() => {}, 1000);
            """;

    /// Has children all the time until it is told to end, some of which leave its group, or its
    /// session, as they are born. Each of them inherits the handler.
    private static final String BREEDER =
            """
            use POSIX; use Time::HiRes "sleep";
            $| = 1; my $over = 0; $SIG{TERM} = sub { print "$$ TERM\\n"; $over = 1 };
            print "$$ up\\n";
            for (my $i = 0; $i < 200 && !$over; $i++) {
                my $pid = fork;
                if (!$pid) {
                    POSIX::setsid() if $i % 3 == 1;
                    setpgrp if $i % 3 == 2;
                    print "$$ up\\n";
                    sleep 1 while 1;
                }
                sleep 0.005;
            }
            sleep 1 while 1;
            """;

    @AutoClose private static final NudgeUser user = NudgeUser.create();
    private long job;

    @BeforeAll
    static void writePrograms() throws IOException {
        for (Map.Entry<String, String> program :
                Map.of("sh", SH, "pl", PERL, "js", NODE, "breeder", BREEDER).entrySet()) {
            Files.writeString(
                    user.folder("home").resolve("count." + program.getKey()), program.getValue());
        }
    }

    /// Seven programs in the group of the command, which is one of them, and five elsewhere.
    private static final String FAMILY =
            "cd; sh count.sh child & bash count.sh bash & perl count.pl perl"
                    + " & node count.js node & setsid perl count.pl setsid & setsid -f perl count.pl daemon;"
                    + " nohup sh count.sh nohup & setsid sh -c 'perl count.pl in-session & exec sh count.sh session' &"
                    + " (set -m; perl count.pl own-group & exec perl count.pl subshell) &"
                    + " exec sh count.sh leader";

    private static final List<String> NAMES =
            List.of(
                    ("child bash perl node setsid daemon nohup in-session session own-group"
                                    + " subshell leader")
                            .split(" ", -1));

    private void start() {
        job = user.runJob("--", FAMILY);
        await().untilAsserted(
                        () -> assertThat(counts("up")).as("%s", lines()).containsOnlyKeys(NAMES));
    }

    /// Returns how many lines of the output say this, by who has written them.
    private Map<String, Long> counts(String what) {
        return lines().stream()
                .map(line -> line.strip().split(" "))
                .filter(words -> words.length == 2 && words[1].equals(what))
                .collect(
                        Collectors.groupingBy(
                                words -> words[0], TreeMap::new, Collectors.counting()));
    }

    private List<String> lines() {
        return user.output(job).lines().map(String::strip).toList();
    }

    private static Map<String, Long> once(List<String> names) {
        return each(names, 1);
    }

    private static Map<String, Long> each(List<String> names, long times) {
        return names.stream().collect(Collectors.toMap(Function.identity(), _ -> times));
    }

    private void assertEachWasAskedOnce() {
        assertThat(counts("TERM")).isEqualTo(once(NAMES));
        // One that was asked to end while it was stopped has to continue.
        assertThat(counts("CONT")).isEqualTo(once(NAMES));
    }

    @Test
    void killAsksEachProcessOfAPausedJobOnce() {
        start();
        user.run("pause", "--running", "@last");

        user.run("kill", "--grace", "1", "@last");

        assertEachWasAskedOnce();
        assertThat(counts("HUP")).isEmpty();
    }

    /// Kills the daemon while it ends the job, and has the next one take over. On a busy machine
    /// the moment can pass unseen: then the first has ended the job by itself.
    private void endByTwoDaemons(BooleanSupplier moment, String grace) {
        Process _ = user.start("kill", "--grace", grace, "@last");
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() ->
                        moment.getAsBoolean() || Files.exists(user.job(job).resolve("exit.json")));
        user.killDaemon();
        user.startDaemon();
        user.awaitEnd(job);
    }

    /// Returns whether one of the processes that are there now has been stopped by then.
    private static BooleanSupplier isAnyStopped() {
        ProcessTable table = new ProcessTable();
        List<ProcessId> all =
                user.running("count.").stream()
                        .flatMap(process -> table.identify(process.pid()).stream())
                        .toList();
        return () -> all.stream().anyMatch(table::isStopped);
    }

    /// When the first daemon dies: while it stops them, or once it has recorded whom it asks.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nextDaemonAsksThoseWhoHaveNotBeenAsked(boolean isRecorded) {
        start();

        endByTwoDaemons(
                isRecorded
                        ? () -> Files.exists(user.job(job).resolve("asked.json"))
                        : isAnyStopped(),
                "5");

        assertEachWasAskedOnce();
    }

    @Test
    void nextDaemonLetsTheRestOfTheGracePass() throws IOException {
        start();
        Process _ = user.start("kill", "--grace", "3600", "@last");
        await().until(() -> counts("TERM").equals(once(NAMES)));
        user.killDaemon();
        Path record = user.job(job).resolve("asked.json");
        String asked = Files.readString(record);
        Files.writeString(
                record,
                asked.replaceFirst(
                        "\"at\":\"[^\"]*\"",
                        "\"at\":\"" + Instant.now().minus(Duration.ofHours(2)) + "\""));

        user.startDaemon();

        assertThat(user.valueAtEnd(job, "signal")).isEqualTo("SIGKILL");
        assertEachWasAskedOnce();
    }

    @Test
    void nextDaemonHangsUpNobodyAgain() {
        job = user.runJob("--pty", "--", "cd; perl count.pl child & exec sh count.sh leader");
        await().until(() -> counts("up").keySet().equals(Set.of("child", "leader")));

        endByTwoDaemons(() -> counts("HUP").containsKey("leader"), "6");

        assertThat(counts("TERM")).isEqualTo(once(List.of("child", "leader")));
        assertThat(counts("HUP")).containsEntry("leader", 1L);
    }

    @Test
    void signalAndKillReachEachProcessOnce() {
        start();
        for (String signal : List.of("TERM", "HUP", "CONT")) {
            user.run("kill", "-s", signal, "@last");

            await().untilAsserted(() -> assertThat(counts(signal)).isEqualTo(heeded(signal)));
        }

        user.run("kill", "--grace", "1", "@last");

        assertThat(counts("TERM")).isEqualTo(each(NAMES, 2));
        assertThat(counts("CONT")).isEqualTo(each(NAMES, 2));
        assertThat(counts("HUP")).isEqualTo(heeded("HUP"));
    }

    private static Map<String, Long> heeded(String signal) {
        return once(NAMES.stream().filter(n -> !(signal + n).equals("HUPnohup")).toList());
    }

    @Test
    void processesThatAreBornMeanwhileAreAskedOnceToo() {
        job = user.runJob("cd; perl count.breeder & perl count.breeder & exec perl count.breeder");
        await().until(() -> counts("up").size() > 30);

        // Dozens of them write that they have been asked, also on a busy machine.
        user.run("kill", "--grace", "5", "@last");

        assertThat(counts("TERM")).isEqualTo(once(List.copyOf(counts("up").keySet())));
    }

    /// What is saved when a program is asked to end may take programs.
    @Test
    void programsThatSaveTheWorkAreNotAskedToEnd() {
        job =
                user.runJob(
                        "trap 'setsid sh -c \"sleep 0.5; echo kept\"; sleep 0.5; echo saved; exit 3' TERM; echo up; while :; do sleep 0.1; done");
        await().until(() -> lines().contains("up"));

        assertThat(user.run("kill", "--grace", "20", "@last")).contains("exit code 3");

        assertThat(lines()).containsSubsequence("kept", "saved");
    }

    /// Handles SIGTERM alone, and needs longer for that than a shell has before it gets SIGHUP.
    private static final String SAVER =
            "trap 'echo saving; sleep 1.7; echo saved; exit 4' TERM; echo up; while :; do sleep 0.1; done";

    /// The kernel sends SIGHUP to what is in front on a terminal as soon as its leader ends.
    @Test
    void programOnATerminalThatHandlesTermHasItsGrace() throws IOException {
        Files.writeString(user.folder("home").resolve("save"), SAVER);
        List<Long> jobs =
                Stream.of(
                                "exec bash save",
                                "bash save; echo next",
                                "(bash save; echo never); echo next")
                        .map(command -> user.runJob("--pty", "--", "cd; " + command))
                        .toList();
        jobs.forEach(number -> user.awaitOutput(number, "up"));

        user.run("kill", "--grace", "20", "%d-%d".formatted(jobs.getFirst(), jobs.getLast()));

        for (long number : jobs) {
            assertThat(user.output(number)).contains("saved").doesNotContain("next", "never");
        }
    }

    @Test
    void interactiveShellEndsSoon() {
        for (String shell : List.of("bash --norc -i", "sh -i; echo next", "zsh -f -i")) {
            user.awaitOutput(user.runJob("--pty", "--", "PS1='ready$ ' " + shell), "ready");
            long begin = System.nanoTime();

            // Longer than the test waits for it.
            user.run("kill", "--grace", "600", "@last");

            Duration taken = Duration.ofNanos(System.nanoTime() - begin);
            assertThat(taken).as(shell).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
    }
}
