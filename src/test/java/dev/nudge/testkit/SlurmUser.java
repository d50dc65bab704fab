package dev.nudge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A user of nudge with a group `far`, whose jobs run in a cluster. The notifications of ends are
/// kept.
public final class SlurmUser implements AutoCloseable {
    private final NudgeUser user;

    /// @param more environment variables
    public SlurmUser(SlurmCluster cluster, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("SLURM_CONF", cluster.conf().toString());
        environment.put("NUDGE_NOTIFY_COMMAND", "{ cat; echo; } >>\"$HOME/ends\"");
        user = NudgeUser.with(environment);
        user.run("group", "add", "far", "--engine", "slurm", "--option", "partition=main");
    }

    /// Returns what has the user run nudge.
    public NudgeUser nudge() {
        return user;
    }

    /// Starts a job of the group, and returns its number.
    ///
    /// @param words options and the command
    public long run(String... words) {
        return Long.parseLong(user.run(command(words)).strip());
    }

    /// Returns the words with which [#run] starts a job.
    public static String[] command(String... words) {
        return Stream.concat(Stream.of("run", "--group", "far"), Stream.of(words))
                .toArray(String[]::new);
    }

    /// Starts a job, and waits until its command has written `up`, and it counts as running.
    public long runUntilUp(String... words) {
        long job = run(words);
        user.awaitOutput(job, "up");
        user.awaitState(job, "running");
        return job;
    }

    /// Returns Slurm's number of a job.
    public String slurmId(long job) {
        return user.record(job).path("cluster").path("id").stringValue("");
    }

    /// Returns the notifications of ends so far, oldest first, each a line of JSON.
    public List<String> ends() throws IOException {
        Path ends = user.folder("home").resolve("ends");
        return Files.exists(ends)
                ? Files.readAllLines(ends).stream().filter(line -> !line.isBlank()).toList()
                : List.of();
    }

    /// Asserts that the end of a job was notified once. Runs another job, whose end comes later.
    public void assertNotifiedOnce(long job) throws IOException {
        long later = user.runJob("--", "true");
        await().atMost(Patience.LONG).until(() -> !ends(later).isEmpty());
        assertThat(ends(job)).hasSize(1);
    }

    private List<String> ends(long job) throws IOException {
        return ends().stream().filter(end -> end.contains("\"job\":" + job + ",")).toList();
    }

    @Override
    public void close() {
        user.close();
    }
}
