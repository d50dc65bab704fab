package dev.nudge.exec;

import static java.util.Optional.empty;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Telling;
import dev.nudge.process.Inherited;
import dev.nudge.store.JobDirectory;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A host with real processes, for job 7.
public abstract class HostCase {
    @TempDir protected Path folder;
    private JobHost host;
    protected Path job;
    protected Path bell;

    @BeforeEach
    void install() throws IOException {
        host = JobHost.install(folder, Path.of(NudgeUser.command().getFirst()), Set::of);
        job = Files.createDirectory(folder.resolve("7"));
        bell = Files.createDirectory(folder.resolve("exits")).resolve("7");
        Files.createFile(job.resolve("output.log"));
        // In the directory of most commands, and not their shell; nor is one for another machine.
        Path foreign = Files.createDirectory(folder.resolve("foreign")).resolve("bash");
        for (Path shell : List.of(folder.resolve("bash"), foreign)) {
            NudgeUser.writeProgram(shell, "exit 66");
        }
        Files.writeString(foreign, "exit 67\n");
    }

    protected final StartOutcome start(String command, Path cwd, Map<String, String> more)
            throws IOException {
        Map<String, String> environment = new HashMap<>(Map.of("PATH", System.getenv("PATH")));
        environment.putAll(more);
        return start(order(command, cwd), environment);
    }

    protected final StartOutcome start(HostOrder order, Map<String, String> environment) {
        return host.start(job, bell, order, environment, this::recorded);
    }

    private OptionalLong recorded() {
        boolean isRecorded = Files.exists(job.resolve("host.json"));
        return isRecorded
                ? Unchecked.get(() -> new JobDirectory(job, 7).commandPid())
                : OptionalLong.empty();
    }

    protected final HostOrder order(String command, Path cwd) {
        JobSpec spec =
                new JobSpec(
                        command, cwd.toString(), empty(), Telling.INJECT, JobLimits.NONE, empty());
        String shells = ".::" + folder.resolve("foreign") + ":" + System.getenv("PATH");
        return new HostOrder(spec, Inherited.of("0027"), empty(), shells);
    }

    protected final long running(String command) throws IOException {
        StartOutcome outcome = start(command, folder, Map.of());
        assertThat(outcome).isInstanceOf(StartOutcome.Started.class);
        return ((StartOutcome.Started) outcome).pid();
    }

    protected final String exitOf(String command) throws IOException {
        running(command);
        return exit();
    }

    protected final String exit() throws IOException {
        await().until(() -> Files.exists(bell));
        return Files.readString(job.resolve("exit.json")).strip();
    }

    protected final String output() throws IOException {
        return Files.readString(job.resolve("output.log"));
    }
}
