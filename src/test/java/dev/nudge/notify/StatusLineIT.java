package dev.nudge.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OtherUser;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class StatusLineIT {
    /// Between two calls for one server.
    private static final Duration SPACING = Duration.ofMillis(200);

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    private void awaitOption(String value) {
        await().until(() -> tmux.tmux("show-options", "-gqv", "@nudge").strip(), value::equals);
    }

    @Test
    void personSeesInTheStatusLineWhatRunsAndWhatIsStillToBeTold() {
        tmux.tmux("set-option", "-g", "status-right", "[#{@nudge}]");
        tmux.tmux("set-option", "-g", "status-interval", "0");
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            try (Person person = Person.attach(tmux, "gemini-cli")) {
                person.awaitShown("[]");
                agent.run(Map.of("command", "sleep 300"));
                person.awaitShown("[1▶]");
                agent.run(Map.of("command", "exit 3"));
                agent.run(Map.of("command", "true"));
                person.awaitShown("[1▶ 1✓ 1✗]");
                agent.hook("BeforeAgent");
                person.awaitShown("[1▶]");
            }
            agent.run(Map.of("command", "false"));
            awaitOption("1▶ 1✗");
        }

        // The server of a connected agent would start the next daemon at once.
        user.run("daemon", "stop");
        awaitOption("1✗");
        user.startDaemon();
        awaitOption("1▶ 1✗");
        user.killDaemon();
        user.startDaemon();
        awaitOption("1▶ 1✗");
    }

    @Test
    void jobsOfAPersonInTmuxAreShownThereTooAndManyEndsAtOnceCostAFewCalls() throws IOException {
        Path calls = user.folder("home").resolve("calls");
        Diary diary = new Diary(user);
        List<String> run = NudgeUser.command("run", "--array", "1-20", "--", diary.waiting());
        tmux.newSession("mine", 80, 24, user.environment(), ShellWords.join(run) + "; exec cat");

        awaitOption("20▶");
        tmux.tmux("set-hook", "-g", "after-set-option", "run-shell 'echo >>" + calls + "'");
        Instant begin = Instant.now();
        diary.open();

        awaitOption("");
        int spaces = (int) Duration.between(begin, Instant.now()).dividedBy(SPACING);
        await().until(() -> Files.exists(calls));
        assertThat(Files.readAllLines(calls)).hasSizeBetween(1, spaces + 2);
    }

    /// Another user may listen where TMUX says.
    @Test
    void serverOfAnotherUserIsNotConnectedTo() throws IOException {
        Path directory = user.folder("other");
        Files.setPosixFilePermissions(
                directory.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
        try (OtherUser other = new OtherUser(Map.of())) {
            other.give(directory);
            Path heard = directory.resolve("heard");
            other.listen(directory.resolve("socket"), heard);
            tmux.newSession("s", 80, 24, Map.of(), "cat");
            tmux.tmux("set-option", "-g", "@nudge", "stale");
            StatusLine status = new StatusLine(List::of, () -> false, new ProcessTable());
            status.start();
            String here = "," + ProcessHandle.current().pid() + ",0";
            status.sawCaller(directory.resolve("socket") + here);
            status.sawCaller(tmux.socket() + here);
            awaitOption("");

            // Takes a last pass over all servers.
            status.close();
            assertThat(heard).doesNotExist();
        }
    }
}
