package dev.nudge.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An agent that is killed leaves its screen as it was, with what it had in its prompt.
class KilledAgentIT {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final NudgeUser USER = NudgeUser.create();
    private static final TmuxServerFixture TMUX = TmuxServerFixture.start();
    private static final SoakPane PANE =
            new SoakPane(
                    USER,
                    "gemini-cli",
                    command -> TMUX.newSession("gemini-cli", 100, 30, USER.environment(), command));

    /// How much its agents had recorded before this test.
    private int before;

    /// An agent that takes no keys draws nothing either.
    @BeforeEach
    void awaitPrompt() {
        await().until(() -> PANE.screen(TMUX).contains("Type your message"));
        before = PANE.record().size();
    }

    @AfterAll
    static void close() {
        PANE.close();
        TMUX.close();
        USER.close();
    }

    /// Has the agent start a job, and returns its number.
    private static long run(String command) {
        PANE.call("run_long_command", Map.of("command", command));
        return USER.stored().size();
    }

    private static void awaitNudge(long job, String state) {
        await().until(() -> USER.stored(job).path("nudge").asString(""), state::equals);
    }

    private static long runUntilDelivered(String command) {
        long job = run(command);
        awaitNudge(job, "delivered");
        return job;
    }

    private static long runUntilItStandsInThePrompt() {
        long job = run("echo standing");
        await().untilAsserted(() ->
                assertThat(PANE.screen(TMUX))
                        .as(() -> USER.run("ps", "--all") + USER.log())
                        .contains("[nudge: job " + job + ", "));
        return job;
    }

    private List<String> recorded(String beginning) {
        List<String> all = PANE.record();
        return all.subList(before, all.size()).stream()
                .filter(line -> line.startsWith(beginning))
                .toList();
    }

    private List<String> typed() {
        return recorded("typed");
    }

    @Test
    void resultThatStoodInItsPromptIsToldToTheNextAgent() {
        AtomicLong job = new AtomicLong();
        PANE.killAgentAfter(() -> job.set(runUntilItStandsInThePrompt()));
        PANE.start();

        awaitNudge(job.get(), "delivered");
        assertThat(typed()).hasSize(1).first().asString().contains("[standing]");
    }

    @Test
    void resultThatItTookIsNotToldAgainThoughTheDaemonIsKilledAndThatInItsPromptIs() {
        long taken = runUntilDelivered("echo taken");
        awaitAsked();
        AtomicLong job = new AtomicLong();
        PANE.killAgentAfter(() -> {
            job.set(runUntilItStandsInThePrompt());
            USER.killDaemon();
        });
        PANE.start();

        awaitNudge(job.get(), "delivered");
        runUntilDelivered("echo next");
        awaitNudge(taken, "delivered");
        assertThat(typed()).hasSize(3).element(1).asString().contains("[standing]");
        assertThat(String.join("\n", typed())).containsOnlyOnce("[taken]");
    }

    /// The model had not been asked with it.
    @Test
    void resultWithWhichOnlyADeadAgentBeganATurnIsToldToTheNextAgent() {
        runUntilDelivered("echo begun");
        awaitAsked();
        forgetConversation();
        PANE.killAgent();
        PANE.start();

        await().until(() -> typed().size() == 2);
        assertThat(typed().getLast()).contains("[begun]");
    }

    private void awaitAsked() {
        await().until(() -> !recorded("asked\t").isEmpty());
    }

    private static void forgetConversation() {
        Unchecked.run(() -> {
            try (Stream<Path> files = Files.walk(USER.folder("agents"))) {
                for (Path file : files.toList()) {
                    if (file.getFileName().toString().startsWith("transcript-")) {
                        Files.writeString(file, "");
                    }
                }
            }
        });
    }

    /// As if the daemon had died between the submitting key and its record, and had not read the
    /// receipt. No other one starts until the step is done.
    private void forgetDelivery(long job, Runnable step) {
        String text = typed().getFirst().split("\t", 3)[2];
        Path lock = USER.state().resolve("daemon.lock");
        Unchecked.run(() -> {
            try (FileChannel file = FileChannel.open(lock, StandardOpenOption.WRITE)) {
                Thread other = Thread.ofPlatform().start(() -> Unchecked.get(file::lock));
                USER.killDaemon();
                other.join();
                String receipt = JSON.writeValueAsString(Map.of("prompt", text)) + "\n";
                Files.writeString(USER.state().resolve("receipts/prompt-1-1-1"), receipt);
                Path record = USER.job(job).resolve("job.json");
                ObjectNode json = (ObjectNode) JSON.readTree(Files.readString(record));
                json.put("nudge", "pending").put("nudge_text", text + "\n1").putNull("nudged_at");
                Files.writeString(record, JSON.writeValueAsString(json));
                step.run();
            }
        });
    }

    /// The agent that took it is gone, so that the screen proves nothing.
    @Test
    void resultOfWhichItsHookHasLeftAReceiptIsNotToldAgain() {
        long job = runUntilDelivered("echo taken");
        forgetDelivery(job, PANE::killAgent);
        PANE.start();

        runUntilDelivered("echo next");
        assertThat(USER.value(job, "nudge")).isEqualTo("delivered");
        assertThat(typed()).hasSize(2);
    }

    private static String until(Path gate, String rest) {
        return "until [ -e " + gate + " ]; do sleep 0.2; done; " + rest;
    }

    /// It works, and has queued the message: no turn has begun with it.
    @Test
    void resultInItsQueueIsToldToTheNextAgent() throws IOException {
        Path gate = USER.folder("gate").resolve("queued");
        long job = run(until(gate, "echo queued"));
        long other = run("sleep 600");
        Map<String, Object> wait = Map.of("jobs", List.of(Long.toString(other)));
        Thread.ofVirtual()
                .start(() -> PANE.callInTurn("wait_for_job", wait, Patience.LONG.multipliedBy(4)));
        await().until(() -> recorded("").stream().anyMatch(l -> l.endsWith("Call it.")));
        Files.createFile(gate);
        awaitNudge(job, "taken");

        PANE.killAgent();
        PANE.start();

        awaitNudge(job, "delivered");
        assertThat(typed()).hasSize(2).last().asString().contains("[queued]");
    }

    /// What one daemon has begun the next one clears up before it tells anything else.
    @Test
    void resultThatItTookBeforeACrashIsRecordedBeforeAnotherIsTyped() {
        Path gate = USER.folder("gate").resolve("other");
        long other = run(until(gate, "echo other"));
        long job = runUntilDelivered("echo taken");
        forgetDelivery(
                job,
                () -> {
                    Unchecked.run(() -> Files.createFile(gate));
                    await().until(() -> Files.exists(USER.job(other).resolve("exit.json")));
                });

        USER.startDaemon();
        awaitNudge(other, "delivered");
        assertThat(nudgedAt(job)).isBefore(nudgedAt(other));
        assertThat(typed()).hasSize(2);
    }

    private static Instant nudgedAt(long job) {
        return Instant.parse(USER.stored(job).path("nudged_at").stringValue());
    }
}
