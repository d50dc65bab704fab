package dev.nudge.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nudge.engine.Engine.UnreachableException;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.slurm.SlurmCommands.SlurmOrder;
import dev.nudge.engine.slurm.SlurmCommands.SlurmRefusedException;
import dev.nudge.engine.slurm.SlurmJob.SlurmState;
import dev.nudge.exec.HostOrder;
import dev.nudge.exec.JobHost;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.Signal;
import dev.nudge.process.Inherited;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.SlurmPrograms;
import dev.nudge.testkit.SomeJob;
import dev.nudge.text.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The programs of Slurm, and the host on a node, with a real cluster.
class SlurmCommandsIT {
    private static final Duration PATIENCE = Patience.LONG;

    /// Slurm needs 20 s until it has noticed that a node fails.
    private static final Duration NODE_FAILURE = Duration.ofMinutes(2);

    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/bin:/bin");

    @AutoClose private static SlurmCluster cluster;
    private static SlurmCommands slurm;

    @TempDir private Path folder;

    @BeforeAll
    static void startCluster() throws IOException {
        cluster = SlurmCluster.start();
        slurm = new SlurmCommands(SlurmCommands.found(List.of(), cluster.environment()));
    }

    private SlurmOrder order(String script, String... options) {
        return order("job", script, ENVIRONMENT, Optional.empty(), options);
    }

    private SlurmOrder order(
            String name,
            String script,
            Map<String, String> environment,
            Optional<String> array,
            String... options) {
        List<String> all = new ArrayList<>(List.of("--output=" + folder + "/out-%a", "--chdir=/"));
        all.addAll(List.of(options));
        return new SlurmOrder(name, all, "#!/bin/sh\n" + script + "\n", environment, array);
    }

    private String submit(SlurmOrder order) throws IOException {
        return slurm.submit(order, folder.resolve("environment"));
    }

    private static SlurmJob job(String id) throws IOException {
        return slurm.list().stream().filter(job -> job.id().equals(id)).findFirst().orElseThrow();
    }

    private static SlurmJob awaitState(String id, SlurmState state) throws IOException {
        await().atMost(PATIENCE).until(() -> job(id).state() == state);
        return job(id);
    }

    private String output() throws IOException {
        try (var files = Files.list(folder)) {
            Path out =
                    files.filter(f -> f.getFileName().toString().startsWith("out-"))
                            .findFirst()
                            .orElseThrow();
            return Bytes.text(Files.readAllBytes(out));
        }
    }

    @Test
    void submittedJobIsListedUntilAndAfterItsEnd() throws IOException {
        String name = "/srv/a b, c|d;'\"/17";
        String id = submit(order(name, "exit 3", ENVIRONMENT, Optional.empty(), "-pother"));

        SlurmState failed = SlurmState.FAILED;
        assertThat(awaitState(id, failed))
                .isEqualTo(
                        new SlurmJob(id, name, failed, "FAILED", "NonZeroExitCode", "n2", "other"));
        assertThat(slurm.past(List.of(id))).isEmpty();
    }

    @Test
    void elementsOfAnArrayAreListedOneByOneAndHaveTheirOwnEnvironmentAndNothingElse()
            throws IOException {
        String odd = "a b\n\"c'$x\\ äö \udce9\udc80";
        Map<String, String> environment =
                Map.of("PATH", "/usr/bin:/bin", "ODD", odd, "EMPTY", "", "A_1", "=,");
        String id = submit(order("env", "env -0", environment, Optional.of("1-3")));

        for (int i = 1; i <= 3; i++) {
            awaitState(id + "_" + i, SlurmState.COMPLETED);
        }

        List<String> own =
                List.of(output().split("\0")).stream()
                        .filter(v ->
                                !v.matches("(?s)(SLURM|HOSTNAME=|ENVIRONMENT=|TMPDIR=|PWD=).*"))
                        .toList();
        assertThat(own)
                .containsExactlyInAnyOrder("PATH=/usr/bin:/bin", "ODD=" + odd, "EMPTY=", "A_1==,");
    }

    @Test
    void waitingJobHasAReasonAndCanBeCancelled() throws IOException {
        String id = submit(order("true", "--hold"));
        SlurmJob waiting = awaitState(id, SlurmState.PENDING);
        slurm.signal(id, Signal.TERM);
        SlurmJob still = job(id);
        boolean _ = slurm.cancel(id);

        assertThat(waiting.reason()).isEqualTo("JobHeldUser");
        assertThat(still).isEqualTo(waiting);
        awaitState(id, SlurmState.CANCELLED);
    }

    @Test
    void accountingIsAskedOnceForAllJobsThatSlurmHasForgotten() throws IOException {
        SlurmPrograms programs = new SlurmPrograms(Files.createDirectory(folder.resolve("bin")));
        EngineChoice choice =
                new EngineChoice(
                        SlurmEngine.NAME,
                        List.of(),
                        Optional.of(folder.resolve("bin").toString()),
                        Optional.of(cluster.conf().toString()));
        Sights sights = new Sights(new Sites(_ -> choice));
        List<Job> forgotten =
                LongStream.rangeClosed(1, 3).mapToObj(SlurmCommandsIT::submitted).toList();

        sights.refresh(forgotten);

        assertThat(forgotten).allMatch(job -> sights.of(job).orElseThrow().found().isEmpty());
        assertThat(programs.calls("sacct")).hasSize(1);
    }

    private static Job submitted(long number) {
        return Job.queued(number, SomeJob.spec("true"), Instant.now(), Optional.empty())
                .after(
                        new JobEvent.Submitted(
                                ClusterJob.submitted(
                                        SlurmEngine.NAME, Long.toString(90_000 + number))));
    }

    @Test
    void answersOfSlurmAreRead() throws IOException {
        assertThat(slurm.version()).matches("\\d+\\.\\d+.*");
        boolean _ = slurm.cancel("99999");
        assertThat(slurm.signal("99999", Signal.TERM)).as("a job it does not know").isFalse();
        assertThatThrownBy(() -> submit(order("true", "--partition=nosuch")))
                .isInstanceOf(SlurmRefusedException.class)
                .hasMessageContaining("Invalid partition name specified")
                .hasMessageNotContaining("\n");
    }

    @Test
    void controllerThatIsDownOrHangsIsUnavailable() throws IOException {
        cluster.freezeController();
        assertThatThrownBy(slurm::list).isInstanceOf(UnreachableException.class);
        cluster.thawController();
        cluster.stopController();
        try {
            assertThatThrownBy(slurm::list).isInstanceOf(UnreachableException.class);
            assertThatThrownBy(() -> submit(order("true")))
                    .isInstanceOf(UnreachableException.class);
            assertThatThrownBy(() -> slurm.cancel("1")).isInstanceOf(UnreachableException.class);
        } finally {
            cluster.startController();
        }
        assertThat(slurm.list()).isNotNull();
    }

    private SlurmOrder hosted(String command, String... options) throws IOException {
        JobHost _ = JobHost.install(folder, Path.of(NudgeUser.command().getFirst()), Set::of);
        Path directory = Files.createDirectory(folder.resolve("7"));
        Files.createFile(directory.resolve("ticket"));
        HostOrder order =
                new HostOrder(SomeJob.spec(command), Inherited.of("0027"), Optional.empty(), "");
        Files.write(directory.resolve("command"), order.bytes());
        return order(
                "exec %s/host node %s %s/bell %s/ticket"
                        .formatted(folder, directory, folder, directory),
                options);
    }

    private String exit() throws IOException {
        await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("bell")));
        return Files.readString(folder.resolve("7/exit.json")).strip();
    }

    private String log() throws IOException {
        Path log = folder.resolve("7/output.log");
        return Files.exists(log) ? Files.readString(log) : "";
    }

    @Test
    void hostOnANodeRecordsTheExitCode() throws IOException {
        String id = submit(hosted("echo on $SLURMD_NODENAME; exit 3", "--nodelist=n2"));

        assertThat(exit()).isEqualTo("{\"code\":3,\"start\":\"%s\"}".formatted(id));
        assertThat(log()).isEqualTo("on n2\n");
        assertThat(Files.readString(folder.resolve("7/host.json"))).contains("\"node\":\"n2\"");
        awaitState(id, SlurmState.FAILED);
    }

    @Test
    void hostOnANodeRecordsTheSignal() throws IOException {
        for (int number : List.of(15, 10, 2)) {
            String id = submit(hosted("echo up; sleep 60"));
            await().atMost(PATIENCE).until(() -> log().contains("up"));
            assertThat(slurm.signal(id, new Signal(number))).isTrue();

            // SIGTERM is what Slurm sends before it starts a command again.
            String provisional = number == 15 ? ",\"provisional\":true" : "";
            assertThat(exit())
                    .isEqualTo(
                            "{\"signal\":%d,\"start\":\"%s\"%s}"
                                    .formatted(number, id, provisional));
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .filter(file -> !file.equals(folder))
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    /// The loader does so if `LD_PRELOAD` names no library, bash as `sh` if the node lacks a
    /// locale.
    @ParameterizedTest
    @ValueSource(ints = {130, 137})
    void hostOnANodeIsNotMisledByWhatProgramsSayBeforeTheyBegin(int code) throws IOException {
        SlurmOrder order = hosted("exit " + code);

        submit(
                new SlurmOrder(
                        order.name(),
                        order.options(),
                        order.script()
                                .replace("exec ", "export LD_PRELOAD=/nowhere/none.so; exec "),
                        order.environment(),
                        order.array()));

        assertThat(exit()).startsWith("{\"code\":%d,".formatted(code));
    }

    @Test
    void jobThatWasSubmittedTwiceRunsOnce() throws IOException {
        SlurmOrder order = hosted("echo run");
        String one = submit(order);
        String two = submit(order);

        await().atMost(PATIENCE)
                .until(() -> job(one).state().isEnded() && job(two).state().isEnded());
        assertThat(log()).isEqualTo("run\n");
        // What waits for the success of the one that found the ticket taken must not be started.
        assertThat(List.of(job(one).state(), job(two).state()))
                .containsExactlyInAnyOrder(SlurmState.COMPLETED, SlurmState.FAILED);
    }

    /// A requeue sends SIGTERM first. The record of that end does not count, even if the job exits
    /// by itself, as one does that saves its work when it is asked to end, or one whose child is
    /// signalled before it is.
    @ParameterizedTest
    @ValueSource(strings = {"echo up; sleep 60", "trap 'exit 0' TERM; echo up; sleep 60 & wait"})
    void jobThatEndsForARequeueRunsAgainAndSaysSo(String firstRun) throws IOException {
        String id =
                submit(hosted("[ -e %s/go ] || { %s; }".formatted(folder, firstRun), "--requeue"));
        await().atMost(PATIENCE).until(() -> log().contains("up"));
        Files.createFile(folder.resolve("go"));
        cluster.requeue(id);
        await().atMost(PATIENCE).until(() -> log().contains("Slurm has started the command again"));

        awaitState(id, SlurmState.COMPLETED);
        assertThat(log()).contains("[NUDGE_WARNING] Slurm has started the command again, on n");
        assertThat(exit()).isEqualTo("{\"code\":0,\"start\":\"%s.1\"}".formatted(id));
    }

    @Test
    void nodeThatDiesFailsItsJob() throws IOException {
        String id = submit(order("sleep 60", "--nodelist=n1"));
        awaitState(id, SlurmState.RUNNING);
        cluster.killNode("n1");
        try {
            await().atMost(NODE_FAILURE).until(() -> job(id).state() == SlurmState.NODE_FAIL);
        } finally {
            cluster.startNode("n1");
        }
    }
}
