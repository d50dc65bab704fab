package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// An agent is told when a job on a terminal waits for somebody to type; once, and not when the
/// answer came first.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AwaitingInputNudgeIT {
    private static final Duration QUIET = Duration.ofSeconds(2);

    /// How long an interpreter is idle before it is a question, less what a clock of files is
    /// coarse.
    private static final Duration IDLE = Duration.ofMillis(4900);

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    @AutoClose private final StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");

    /// The last job that was started.
    private long job;

    /// The next case hears nothing of the jobs of this one.
    @AfterEach
    void endJobs() {
        user.said("kill", "--all");
        await().until(() -> {
            agent.hook();
            return user.stored().stream()
                    .noneMatch(j -> j.path("nudge").stringValue("").equals("pending"));
        });
    }

    private void run(String command) {
        run(command, Map.of());
    }

    private void run(String command, Map<String, Object> more) {
        Map<String, Object> arguments = new HashMap<>(more);
        arguments.putAll(Map.of("command", command, "interactive", true));
        job = agent.runJob(arguments);
    }

    private void type(String text) {
        agent.call("send_input", Map.of("job", job, "text", text, "keys", List.of("Enter")));
    }

    /// Types as a person does.
    private void send(String... words) {
        user.run(
                Stream.concat(Stream.of("send", Long.toString(job)), Stream.of(words))
                        .toArray(String[]::new));
    }

    private Path question() {
        return user.job(job).resolve("question");
    }

    /// Waits until the terminal's host has left a question with this text.
    private void awaitQuestion(String text) {
        await().ignoreException(NoSuchFileException.class)
                .until(() -> Files.readString(question()).contains(text));
    }

    /// What the job waits for, as the daemon has recorded it.
    private JsonNode recorded() {
        return user.stored(job).path("question");
    }

    private boolean isStanding() {
        return recorded().path("standing").booleanValue(false);
    }

    private JsonNode awaitRecorded(String prompt) {
        return await().until(
                        this::recorded,
                        q -> isStanding() && q.path("prompt").stringValue("").equals(prompt));
    }

    private void awaitTold(String prompt) {
        awaitRecorded(prompt);
        agent.awaitTold("Prompt: [" + prompt.strip() + "]");
    }

    private static Instant changed(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toInstant();
    }

    private void assertNothingIsTold() {
        await().during(QUIET).until(() -> agent.hook().isEmpty());
    }

    @Test
    void promptIsToldOnceAndAnsweredByTheAgentAPasswordTooAndWhatIsRepeatedAgain()
            throws IOException {
        run("read -p 'Go on? [y/N] ' answer; echo \"got $answer\"");
        awaitRecorded("Go on? [y/N] ");

        assertThat(user.run("ps")).containsPattern(job + " +asks ");
        assertThat(Files.getPosixFilePermissions(question()))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(agent.awaitTold("Background command is waiting for input: \\\"read -p"))
                .contains(
                        "Prompt: [Go on? ［y/N］] Answer with send_input. [nudge: job %d, automatic notice]"
                                .formatted(job));
        assertThat(agent.hook()).isEmpty();
        assertThat(recorded().path("nudge").stringValue()).isEqualTo("handed_over");

        type("y");
        user.awaitEnd(job);
        assertThat(agent.awaitTold("(Exit code: 0)", "got y")).doesNotContain("is waiting");
        assertThat(isStanding()).isFalse();

        run("python3 -c 'import getpass; getpass.getpass(); print(\"in\")'");
        agent.awaitTold("Prompt: [Password:]", "nudge attach " + job);
        type("secret");
        user.awaitEnd(job);

        run("while :; do read -s -p 'PIN: ' pin; echo; [ \"$pin\" = 42 ] && break; done");
        awaitTold("PIN: ");
        type("41");
        awaitTold("PIN: ");
        type("42");
        user.awaitEnd(job);
    }

    /// Nor is one of a job about which nobody wants to hear.
    @Test
    void questionThatWasAnsweredOrWhoseJobHasEndedBeforeItCouldBeToldIsNot() {
        run("read -t 10 -p 'Name? ' name; exit 4");
        awaitRecorded("Name? ");
        long ending = job;
        run("read -p 'Name? ' name; sleep 300");
        awaitRecorded("Name? ");
        type("Bob");
        run("read -s -p 'Name? ' name; sleep 300");
        awaitRecorded("Name? ");
        send("Bob", "-k", "Enter");
        await().until(() -> !isStanding());
        run("read -p 'Name? ' name", Map.of("notify", "silent"));
        assertThat(awaitRecorded("Name? ").path("nudge").stringValue()).isEqualTo("off");

        user.awaitEnd(ending);
        assertThat(agent.awaitTold("(Exit code: 4)")).doesNotContain("is waiting");
        assertNothingIsTold();
    }

    @Test
    void deathsOfTheDaemonNeitherLoseNorRepeatIt() {
        user.startDaemon();
        run("read -p 'First? ' a; read -p 'Second? ' b; sleep 300");
        awaitQuestion("First? ");
        user.killDaemon();
        assertThat(agent.hook()).contains("Prompt: [First?]");
        user.killDaemon();
        assertThat(agent.hook()).isEmpty();
        assertThat(awaitRecorded("First? ").path("nudge").stringValue()).isEqualTo("handed_over");

        user.killDaemon();
        send("x", "-k", "Enter");
        awaitQuestion("Second? ");
        user.killDaemon();
        user.startDaemon();
        assertThat(agent.hook()).contains("Prompt: [Second?]").doesNotContain("[First");
    }

    @Test
    void interpreterIsToldWhenItHasBeenIdleAndAnEditorStillWaitsOnceItWasTypedInto()
            throws IOException {
        run("python3 -q");
        awaitRecorded(">>> ");
        assertThat(changed(question()))
                .isAfterOrEqualTo(changed(user.job(job).resolve("output.log")).plus(IDLE));
        agent.awaitTold("is waiting for input at the prompt of python3:", "Prompt: [>>>]");
        Path file = Files.writeString(user.folder("project").resolve("text"), "hello\n");
        run("vi " + file);
        await().until(() -> recorded().path("kind").stringValue(""), "editor"::equals);
        assertThat(agent.awaitTold("is waiting in an editor"))
                .containsPattern("is waiting in an editor \\(vim?[^)]*\\):");
        send("ll");
        await().until(() -> !isStanding());
        await().until(this::isStanding);
        type("\u001b:s/hello/bye/");
        assertNothingIsTold();
        type(":wq");
        user.awaitEnd(job);
        assertThat(file).hasContent("bye\n");
    }

    @Test
    void questionWithoutTextAtTheCursorIsToldWithTheLinesAboveIt() {
        run("echo old; echo; echo 'Two lines.'; echo 'Enter:'; read x; echo \"got $x\"");
        awaitRecorded("Two lines. / Enter:");
        agent.awaitTold("is waiting for input:", "Prompt: [Two lines. / Enter:]");
        send("Bo");
        user.awaitOutput(job, "Enter:\r\nBo");
        assertNothingIsTold();
        send("-k", "Enter");
        user.awaitEnd(job);
    }

    @Test
    void menuIsToldWithItsOptionsAndIsOneQuestionThoughItIsRedrawn() throws IOException {
        Path menu =
                Files.writeString(
                        user.folder("project").resolve("menu.py"),
                        """
                        import sys, termios, tty
                        tty.setcbreak(0)
                        options, chosen = ["red", "green", "blue"], 0
                        print("? Which colour?")
                        while True:
                            for i, option in enumerate(options):
                                print(("\u276f " if i == chosen else "  ") + option + "\\x1b[K")
                            key = sys.stdin.read(1)
                            if key == "\\n":
                                break
                            chosen = (chosen + 1) % 3
                            print("\\x1b[3A", end="")
                        """);
        run("PYTHONIOENCODING=utf-8 python3 " + menu);
        awaitRecorded("? Which colour? / \u276f red / green / blue");
        assertThat(agent.awaitTold("Which colour?")).contains("job " + job);
        send("j");
        user.awaitOutput(job, "\u276f green");
        await().until(this::isStanding);
        assertNothingIsTold();
        send("-k", "Enter");
        user.awaitEnd(job);
    }
}
