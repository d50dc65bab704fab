package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// An agent is told when a job on a terminal waits for somebody to type; once, and not when the
/// answer came first.
class AwaitingInputNudgeIT {
    private static final Duration PATIENCE = Patience.LONG;
    private static final Duration QUIET = Duration.ofSeconds(2);

    /// How long an interpreter is idle before it is a question, less what a clock of files is
    /// coarse.
    private static final Duration IDLE = Duration.ofMillis(4900);

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    @AutoClose private final StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");

    /// The last job that was started.
    private int job;

    private void run(String command) {
        run(command, Map.of());
    }

    private void run(String command, Map<String, Object> more) {
        job++;
        Map<String, Object> arguments = new HashMap<>(more);
        arguments.putAll(Map.of("command", command, "interactive", true));
        agent.run(arguments);
    }

    private void type(String text) {
        agent.call("send_input", Map.of("job", job, "text", text, "keys", List.of("Enter")));
    }

    /// Types as a person does.
    private void send(String... words) {
        user.run(
                Stream.concat(Stream.of("send", Integer.toString(job)), Stream.of(words))
                        .toArray(String[]::new));
    }

    private Path question() {
        return user.job(job).resolve("question");
    }

    /// Waits until the terminal's host has left a question with this text.
    private void awaitQuestion(String text) {
        await().atMost(PATIENCE)
                .ignoreException(NoSuchFileException.class)
                .until(() -> Files.readString(question()).contains(text));
    }

    /// What the job waits for, as it is listed.
    private JsonNode listed() {
        return user.record(job).path("question");
    }

    private JsonNode awaitListed(String prompt) {
        return await().atMost(PATIENCE)
                .until(
                        this::listed,
                        q ->
                                q.path("standing").booleanValue(false)
                                        && q.path("prompt").stringValue("").equals(prompt));
    }

    private void awaitStanding(boolean isStanding) {
        await().atMost(PATIENCE)
                .until(() -> listed().path("standing").booleanValue(false) == isStanding);
    }

    private static Instant changed(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toInstant();
    }

    private void awaitLog(String text) {
        user.awaitOutput(job, text);
    }

    private void assertNothingIsTold() {
        await().during(QUIET).atMost(PATIENCE).until(() -> agent.hook().isEmpty());
    }

    @Test
    void promptIsToldOnceAndAnsweredByTheAgentAPasswordTooAndWhatIsRepeatedAgain()
            throws IOException {
        run("read -p 'Go on? [y/N] ' answer; echo \"got $answer\"");
        awaitListed("Go on? [y/N] ");

        assertThat(user.run("ps")).containsPattern("1 +asks ");
        assertThat(Files.getPosixFilePermissions(question()))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(agent.hook())
                .contains("Background command is waiting for input: \\\"read -p")
                .contains(
                        "Prompt: [Go on? ［y/N］] Answer with send_input. [nudge: job 1, automatic notice]");
        assertThat(agent.hook()).isEmpty();
        assertThat(listed().path("nudge").stringValue()).isEqualTo("handed_over");

        type("y");
        user.awaitEnd(1);
        assertThat(agent.awaitTold("(Exit code: 0)", "got y")).doesNotContain("is waiting");
        assertThat(listed().path("standing").booleanValue()).isFalse();

        run("python3 -c 'import getpass; getpass.getpass(); print(\"in\")'");
        awaitListed("Password: ");
        assertThat(agent.hook()).contains("Prompt: [Password:]", "nudge attach 2");
        type("secret");
        user.awaitEnd(2);

        run("while :; do read -s -p 'PIN: ' pin; echo; [ \"$pin\" = 42 ] && break; done");
        awaitListed("PIN: ");
        await().atMost(PATIENCE).until(() -> agent.hook().contains("Prompt: [PIN:]"));
        type("41");
        await().atMost(PATIENCE).until(() -> agent.hook().contains("Prompt: [PIN:]"));
        type("42");
        user.awaitEnd(3);
    }

    @Test
    void neitherSilenceNorHalfAnAnswerIsAQuestion() {
        run("printf 'working: '; sleep 4; echo done");
        awaitLog("working");
        await().during(QUIET)
                .atMost(PATIENCE)
                .until(() -> !Files.exists(question()) && agent.hook().isEmpty());

        run("read -p 'Name? ' name; sleep 300");
        awaitListed("Name? ");
        await().atMost(PATIENCE).until(() -> agent.hook().contains("Prompt: [Name?]"));
        send("Bo");
        awaitLog("Name? Bo");
        await().during(QUIET).atMost(PATIENCE).until(() -> !agent.hook().contains("is waiting"));
    }

    /// Nor is one of a job about which nobody wants to hear.
    @Test
    void questionThatWasAnsweredOrWhoseJobHasEndedBeforeItCouldBeToldIsNot() {
        run("read -t 15 -p 'Name? ' name; exit 4");
        awaitListed("Name? ");
        run("read -p 'Name? ' name; sleep 300");
        awaitListed("Name? ");
        type("Bob");
        run("read -s -p 'Name? ' name; sleep 300");
        awaitListed("Name? ");
        send("Bob", "-k", "Enter");
        awaitStanding(false);
        run("read -p 'Name? ' name", Map.of("notify", "silent"));
        assertThat(awaitListed("Name? ").path("nudge").stringValue()).isEqualTo("off");

        user.awaitEnd(1);
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
        assertThat(awaitListed("First? ").path("nudge").stringValue()).isEqualTo("handed_over");

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
        awaitListed(">>> ");
        assertThat(changed(question()))
                .isAfterOrEqualTo(changed(user.job(1).resolve("output.log")).plus(IDLE));
        assertThat(agent.hook())
                .contains("is waiting for input at the prompt of python3:", "Prompt: [>>>]");
        Path file = Files.writeString(user.folder("project").resolve("text"), "hello\n");
        run("vi " + file);
        await().atMost(PATIENCE)
                .until(() -> listed().path("kind").stringValue(""), "editor"::equals);
        assertThat(agent.hook()).containsPattern("is waiting in an editor \\(vim?[^)]*\\):");
        send("ll");
        awaitStanding(false);
        awaitStanding(true);
        type("\u001b:s/hello/bye/");
        assertNothingIsTold();
        type(":wq");
        user.awaitEnd(2);
        assertThat(file).hasContent("bye\n");
    }

    @Test
    void questionWithoutTextAtTheCursorIsToldWithTheLinesAboveIt() {
        run("echo old; echo; echo 'Two lines.'; echo 'Enter:'; read x; echo \"got $x\"");
        awaitListed("Two lines. / Enter:");
        assertThat(agent.hook()).contains("is waiting for input:", "Prompt: [Two lines. / Enter:]");
        send("Bo");
        awaitLog("Enter:\r\nBo");
        assertNothingIsTold();
        send("-k", "Enter");
        user.awaitEnd(1);

        run("echo 'Press any key'; read -n 1 -s; echo thanks");
        awaitListed("Press any key");
        send("x");
        user.awaitEnd(2);
    }

    @Test
    void menuIsToldWithItsOptionsAndIsOneQuestionThoughItIsRedrawn() throws IOException {
        run("PS3='Which? '; select c in red green; do echo \"got $c\"; break; done");
        awaitListed("1) red / 2) green / Which?");
        assertThat(agent.hook()).contains("Prompt: [1) red / 2) green / Which?]");
        type("2");
        user.awaitEnd(1);

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
        awaitListed("? Which colour? / \u276f red / green / blue");
        assertThat(agent.awaitTold("Which colour?")).contains("job 2");
        send("j");
        awaitStanding(true);
        assertThat(agent.hook()).doesNotContain("Which colour?");
        send("-k", "Enter");
        user.awaitEnd(2);
    }
}
