package dev.nudge.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What a loss of power leaves, as far as it shows without one: which files and directories the
/// daemon and the hosts have made the system write to the disk, and by when.
class DurabilityIT {
    private static final Pattern CALL =
            Pattern.compile("(\\d+) +(?:fsync\\(\\d+<([^>]+)>(.*)|<\\.\\.\\. fsync resumed>(.*))");

    /// A disk so slow, in microseconds, that what does not wait for it comes first.
    private static final String SLOWLY = "inject=fsync:delay_enter=50000";

    @AutoClose private final NudgeUser user = NudgeUser.create();

    /// Returns what has been written to the disk, in the order in which that was over.
    private static List<Path> durable(TracedDaemon daemon) throws IOException {
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
                if ((isBegin ? call.group(3) : call.group(4)).endsWith("= 0 (DELAYED)")) {
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
    void jobIsDurableBeforeItsNumberIsPrintedAndItsEndBeforeItIsReportedAndATakenTicketStaysTaken()
            throws Exception {
        try (TracedDaemon daemon = new TracedDaemon(user, "trace=fsync", SLOWLY)) {
            user.run("run", "--", "sleep 600");
            assertThat(durable(daemon))
                    .contains(user.job(1).getParent())
                    .containsSubsequence(job(1, "job.json"), user.job(1));
            user.run("kill", "1");

            int before = durable(daemon).size();
            user.run("run", "--delay", "1h", "--", "true");
            assertThat(durable(daemon).stream().skip(before))
                    .as("one that waits")
                    .contains(user.job(2).getParent())
                    .containsSubsequence(job(2, "job.json.tmp"), user.job(2));

            user.run("run", "--wait", "--", "true");
            assertThat(durable(daemon))
                    .containsSubsequence(job(3, "job.json"), job(3, "job.json.tmp"), user.job(3));

            user.run("group", "add", "one", "--parallel", "1");
            user.run("run", "--group", "one", "--", "true");
            user.awaitEnd(4);
            List<Path> all = durable(daemon);
            assertThat(all.subList(0, all.lastIndexOf(job(4, "job.json.tmp"))))
                    .as("when it was recorded; when it was due, and its host had taken the ticket")
                    .containsSubsequence(
                            job(4, "job.json.tmp"),
                            user.job(4),
                            job(4, "job.json.tmp"),
                            user.job(4));
            endIsDurableThatNoDaemonRecords(daemon);
        }
    }

    private void endIsDurableThatNoDaemonRecords(TracedDaemon daemon) throws IOException {
        Path gate = user.folder("gate").resolve("open");
        String waiting = "while [ ! -e " + gate + " ]; do sleep 0.02; done";
        user.run("run", "--", waiting);
        Files.createDirectory(job(5, "job.json.tmp"));
        Files.createFile(gate);
        await().pollInterval(Duration.ofMillis(5))
                .until(() -> user.value(5, "state").equals("ended"));
        assertThat(durable(daemon))
                .as("as the host has recorded it, since the daemon cannot")
                .containsSubsequence(job(5, "exit.json"), user.job(5));

        Files.delete(gate);
        user.run("run", "--", waiting);
        user.killDaemon();
        Files.createFile(gate);
        await().untilAsserted(() ->
                assertThat(durable(daemon))
                        .as("by the host, since there is no daemon")
                        .containsSubsequence(job(6, "exit.json"), job(6, "host.json"), job(6, "")));
    }
}
