package dev.nudge.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TracedDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a loss of power leaves, as far as it shows without one: which files and directories the
/// daemon and the hosts have made the system write to the disk, and by when.
class DurabilityIT {
    private static final Duration PATIENCE = Patience.LONG;
    private static final Pattern CALL =
            Pattern.compile("(\\d+) +(?:fsync\\(\\d+<([^>]+)>(.*)|<\\.\\.\\. fsync resumed>(.*))");

    private final NudgeUser user = NudgeUser.create();
    private TracedDaemon daemon;

    @BeforeEach
    void startDaemon() throws IOException, InterruptedException {
        daemon = new TracedDaemon(user, "fsync");
    }

    @AfterEach
    void stop() {
        if (daemon != null) {
            daemon.close();
        }
        user.close();
    }

    /// Returns what has been written to the disk, in the order in which that was over.
    private List<Path> durable() throws IOException {
        List<Path> durable = new ArrayList<>();
        Map<String, String> underWay = new HashMap<>();
        for (String line : daemon.lines()) {
            Matcher call = CALL.matcher(line);
            if (call.matches()) {
                String thread = call.group(1);
                boolean isBegin = call.group(2) != null;
                if (isBegin) {
                    underWay.put(thread, call.group(2));
                }
                if ((isBegin ? call.group(3) : call.group(4)).endsWith("= 0")) {
                    durable.add(Path.of(underWay.remove(thread)));
                }
            }
        }
        return durable;
    }

    private Path job(long number, String file) {
        return user.job(number).resolve(file);
    }

    /// The host need not wait for the disk, since each end is durable before anyone learns of it.
    @Test
    void jobIsDurableBeforeItsNumberIsPrintedAndItsEndBeforeItIsReported() throws IOException {
        user.run("run", "--", "sleep 600");
        assertThat(durable())
                .contains(user.job(1).getParent())
                .containsSubsequence(job(1, "job.json"), user.job(1));
        user.run("kill", "1");

        int before = durable().size();
        user.run("run", "--delay", "1h", "--", "true");
        assertThat(durable().stream().skip(before))
                .as("one that waits")
                .contains(user.job(2).getParent())
                .containsSubsequence(job(2, "job.json.tmp"), user.job(2));

        user.run("run", "--wait", "--", "true");
        assertThat(durable())
                .containsSubsequence(job(3, "job.json"), job(3, "job.json.tmp"), user.job(3));
    }

    @Test
    void takenTicketDoesNotComeBackAndAnEndIsDurableThatNoDaemonRecords() throws IOException {
        user.run("group", "add", "one", "--parallel", "1");
        user.run("run", "--group", "one", "--", "true");
        user.awaitEnd(1);
        List<Path> all = durable();
        assertThat(all.subList(0, all.lastIndexOf(job(1, "job.json.tmp"))))
                .as("when it was recorded; when it was due, and its host had taken the ticket")
                .containsSubsequence(
                        job(1, "job.json.tmp"), user.job(1), job(1, "job.json.tmp"), user.job(1));

        Path gate = user.folder("gate").resolve("open");
        String waiting = "while [ ! -e " + gate + " ]; do sleep 0.02; done";
        user.run("run", "--", waiting);
        Files.createDirectory(job(2, "job.json.tmp"));
        Files.createFile(gate);
        user.run("wait", "2");
        assertThat(durable())
                .as("as the host has recorded it, since the daemon cannot")
                .containsSubsequence(job(2, "exit.json"), user.job(2));

        Files.delete(gate);
        user.run("run", "--", waiting);
        user.killDaemon();
        Files.createFile(gate);
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(durable())
                                .as("by the host, since there is no daemon")
                                .containsSubsequence(
                                        job(3, "exit.json"), job(3, "host.json"), job(3, "")));
    }
}
