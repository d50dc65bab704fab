package dev.nudge.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An agent that is killed leaves its screen as it was, with what it had in its prompt.
class KilledAgentIT {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration LIMIT = Patience.LONG;

    private final NudgeUser user = NudgeUser.create();
    private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private final SoakPane pane =
            new SoakPane(
                    user,
                    "gemini-cli",
                    command -> tmux.newSession("gemini-cli", 100, 30, user.environment(), command));

    /// An agent that takes no keys draws nothing either.
    @BeforeEach
    void awaitPrompt() {
        await().atMost(LIMIT).until(() -> pane.screen(tmux).contains("Type your message"));
    }

    @AfterEach
    void close() {
        pane.close();
        tmux.close();
        user.close();
    }

    @Test
    void resultThatStoodInItsPromptIsToldToTheNextAgent() {
        pane.killAgentAfter(() -> {
            waitForDraft();
            user.killDaemon();
        });
        pane.start();

        await().atMost(LIMIT).until(() -> typed().size() == 1);
        assertThat(typed().getFirst()).contains("[standing]");
        await().atMost(LIMIT).until(() -> nudge(1), "delivered"::equals);
    }

    @Test
    void resultOnWhichItDidNotTakeEnterIsToldToTheNextAgent() {
        pane.killAgentAfter(this::waitForDraft);
        pane.start();

        await().atMost(LIMIT).until(() -> typed().size() == 1);
        assertThat(typed().getFirst()).contains("[standing]");
    }

    @Test
    void resultThatItTookIsNotToldAgain() {
        pane.call("run_long_command", Map.of("command", "echo taken"));
        await().atMost(LIMIT).until(() -> nudge(1), "delivered"::equals);
        awaitAsked();
        user.killDaemon();
        pane.killAgent();
        pane.start();

        pane.call("run_long_command", Map.of("command", "echo next"));
        await().atMost(LIMIT)
                .until(() -> user.record(2).path("nudge").stringValue("").equals("delivered"));
        assertThat(typed()).hasSize(2);
    }

    /// The model had not been asked with it.
    @Test
    void resultWithWhichOnlyADeadAgentBeganATurnIsToldToTheNextAgent() {
        pane.call("run_long_command", Map.of("command", "echo begun"));
        await().atMost(LIMIT).until(() -> nudge(1), "delivered"::equals);
        awaitAsked();
        forgetConversation();
        pane.killAgent();
        pane.start();

        await().atMost(LIMIT).until(() -> typed().size() == 2);
        assertThat(typed().getLast()).contains("[begun]");
    }

    private void awaitAsked() {
        await().atMost(LIMIT)
                .until(() -> pane.record().stream().anyMatch(l -> l.startsWith("asked\t")));
    }

    private void forgetConversation() {
        try (Stream<Path> files = Files.walk(user.folder("agents"))) {
            for (Path file :
                    files.filter(f -> f.getFileName().toString().startsWith("transcript-"))
                            .toList()) {
                Files.writeString(file, "");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The agent that took it is gone, so that the screen proves nothing.
    @Test
    void resultOfWhichItsHookHasLeftAReceiptIsNotToldAgain()
            throws IOException, InterruptedException {
        pane.call("run_long_command", Map.of("command", "echo taken"));
        await().atMost(LIMIT).until(() -> nudge(1), "delivered"::equals);
        String text = typed().getFirst().split("\t", 3)[2];
        Path lock = user.state().resolve("daemon.lock");
        try (FileChannel file = FileChannel.open(lock, StandardOpenOption.WRITE)) {
            Thread other = Thread.ofPlatform().start(() -> takeLock(file));
            user.killDaemon();
            other.join();
            forgetDelivery(1, text);
            pane.killAgent();
        }
        pane.start();

        pane.call("run_long_command", Map.of("command", "echo next"));
        await().atMost(LIMIT).until(() -> nudge(2), "delivered"::equals);
        assertThat(nudge(1)).isEqualTo("delivered");
        assertThat(typed()).hasSize(2);
    }

    /// It works, and has queued the message: no turn has begun with it.
    @Test
    void resultInItsQueueIsToldToTheNextAgent() throws IOException {
        Path gate = user.folder("gate").resolve("open");
        String slow = "until [ -e " + gate + " ]; do sleep 0.05; done; echo queued";
        pane.call("run_long_command", Map.of("command", slow));
        pane.call("run_long_command", Map.of("command", "sleep 600"));
        Map<String, Object> other = Map.of("jobs", List.of("2"));
        Thread.ofVirtual()
                .start(() -> pane.callInTurn("wait_for_job", other, LIMIT.multipliedBy(4)));
        await().atMost(LIMIT)
                .until(() -> pane.record().stream().anyMatch(l -> l.endsWith("Call it.")));
        Files.createFile(gate);
        await().atMost(LIMIT).until(() -> nudge(1), "taken"::equals);

        pane.killAgent();
        pane.start();

        await().atMost(LIMIT).until(() -> nudge(1), "delivered"::equals);
        assertThat(typed()).hasSize(2).last().asString().contains("[queued]");
    }

    /// What one daemon has begun the next one clears up before it tells anything else.
    @Test
    void resultThatItTookBeforeACrashIsRecordedBeforeAnotherIsTyped()
            throws IOException, InterruptedException {
        Path gate = user.folder("gate").resolve("open");
        String slow = "until [ -e " + gate + " ]; do sleep 0.05; done; echo other";
        pane.call("run_long_command", Map.of("command", slow));
        pane.call("run_long_command", Map.of("command", "echo taken"));
        await().atMost(LIMIT).until(() -> nudge(2), "delivered"::equals);
        Path lock = user.state().resolve("daemon.lock");
        try (FileChannel file = FileChannel.open(lock, StandardOpenOption.WRITE)) {
            Thread other = Thread.ofPlatform().start(() -> takeLock(file));
            user.killDaemon();
            other.join();
            forgetDelivery(2, typed().getFirst().split("\t", 3)[2]);
            Files.createFile(gate);
            await().atMost(LIMIT).until(() -> Files.exists(user.job(1).resolve("exit.json")));
        }

        await().atMost(LIMIT).until(() -> nudge(1), "delivered"::equals);
        assertThat(nudgedAt(2)).isBefore(nudgedAt(1));
        assertThat(typed()).hasSize(2);
    }

    /// No daemon starts while somebody has its lock.
    private static void takeLock(FileChannel file) {
        try {
            file.lock();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// As if the daemon had died between the submitting key and its record, and had not read the
    /// receipt.
    private void forgetDelivery(long number, String text) throws IOException {
        String receipt = JSON.writeValueAsString(Map.of("prompt", text)) + "\n";
        Files.writeString(user.state().resolve("receipts").resolve("prompt-1-1-1"), receipt);
        Path record = user.job(number).resolve("job.json");
        ObjectNode job = (ObjectNode) JSON.readTree(Files.readString(record));
        job.put("nudge", "pending").put("nudge_text", text + "\n1").putNull("nudged_at");
        Files.writeString(record, JSON.writeValueAsString(job));
    }

    private String nudge(long job) {
        return user.record(job).path("nudge").stringValue("");
    }

    private Instant nudgedAt(long job) {
        return Instant.parse(user.record(job).path("nudged_at").stringValue());
    }

    private void waitForDraft() {
        pane.call("run_long_command", Map.of("command", "echo standing"));
        await().atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(pane.screen(tmux))
                                .as(() -> user.run("ps", "--all") + user.log())
                                .contains("[nudge: job 1, "));
    }

    private List<String> typed() {
        return pane.record().stream().filter(line -> line.startsWith("typed")).toList();
    }
}
