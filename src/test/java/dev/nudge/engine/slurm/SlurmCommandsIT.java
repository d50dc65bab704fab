package dev.nudge.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nudge.engine.Engine.UnreachableException;
import dev.nudge.engine.slurm.SlurmCommands.SlurmOrder;
import dev.nudge.engine.slurm.SlurmCommands.SlurmRefusedException;
import dev.nudge.engine.slurm.SlurmJob.SlurmState;
import dev.nudge.exec.HostOrder;
import dev.nudge.exec.JobHost;
import dev.nudge.job.Signal;
import dev.nudge.process.Inherited;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.SomeJob;
import dev.nudge.text.Bytes;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The programs of Slurm, and the host on a node, with a real cluster.
class SlurmCommandsIT {
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
        await().until(() -> job(id).state() == state);
        return job(id);
    }

    private String output() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "out-*")) {
            return Bytes.text(Files.readAllBytes(files.iterator().next()));
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
    void controllerThatHangsIsUnavailable() throws IOException {
        cluster.freezeController();
        assertThatThrownBy(slurm::list).isInstanceOf(UnreachableException.class);
        cluster.thawController();
        assertThat(slurm.list()).isNotNull();
    }

    private SlurmOrder hosted(String command) throws IOException {
        JobHost _ = JobHost.install(folder, Path.of(NudgeUser.command().getFirst()), Set::of);
        Path directory = Files.createDirectory(folder.resolve("7"));
        Files.createFile(directory.resolve("ticket"));
        HostOrder order =
                new HostOrder(SomeJob.spec(command), Inherited.of("0027"), Optional.empty(), "");
        Files.write(directory.resolve("command"), order.bytes());
        return order("exec %1$s/host node %2$s %1$s/bell %2$s/ticket".formatted(folder, directory));
    }

    private String exit() throws IOException {
        await().until(() -> Files.exists(folder.resolve("bell")));
        return Files.readString(folder.resolve("7/exit.json")).strip();
    }

    private String log() throws IOException {
        Path log = folder.resolve("7/output.log");
        return Files.exists(log) ? Files.readString(log) : "";
    }

    @ParameterizedTest
    @ValueSource(ints = {15, 10, 2})
    void hostOnANodeRecordsTheSignal(int number) throws IOException {
        String id = submit(hosted("echo up; sleep 60"));
        await().until(() -> log().contains("up"));
        assertThat(slurm.signal(id, new Signal(number))).isTrue();

        // SIGTERM is what Slurm sends before it starts a command again.
        String provisional = number == 15 ? ",\"provisional\":true" : "";
        assertThat(exit())
                .isEqualTo("{\"signal\":%d,\"start\":\"%s\"%s}".formatted(number, id, provisional));
    }

    /// The loader does so if `LD_PRELOAD` names no library, bash as `sh` if the node lacks a
    /// locale.
    @Test
    void hostOnANodeIsNotMisledByWhatProgramsSayBeforeTheyBegin() throws IOException {
        String hosted = hosted("exit 137").script();
        submit(order(hosted.replace("exec ", "export LD_PRELOAD=/nowhere/none.so; exec ")));

        assertThat(exit()).startsWith("{\"code\":137,");
    }

    @Test
    void jobThatWasSubmittedTwiceRunsOnce() throws IOException {
        SlurmOrder order = hosted("echo run");
        String one = submit(order);
        String two = submit(order);

        await().until(() -> job(one).state().isEnded() && job(two).state().isEnded());
        assertThat(log()).isEqualTo("run\n");
        // What waits for the success of the one that found the ticket taken must not be started.
        assertThat(List.of(job(one).state(), job(two).state()))
                .containsExactlyInAnyOrder(SlurmState.COMPLETED, SlurmState.FAILED);
    }
}
