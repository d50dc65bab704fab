package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.ShellWords;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `nudge completion` in the shells themselves, by the Tab key.
class CompletionIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    /// Opens a shell in which `nudge` is a command whose words the Tab key completes, and returns
    /// its pane.
    private String open(String shell, int rows) {
        Path bin = user.folder("bin");
        NudgeUser.writeProgram(
                bin.resolve("nudge"), "exec " + ShellWords.join(NudgeUser.command()) + " \"$@\"");
        String program =
                Map.of("bash", "bash --norc", "zsh", "zsh -f", "fish", "fish --no-config")
                        .get(shell);
        String source =
                switch (shell) {
                    case "bash" -> "source <(nudge completion bash)";
                    case "zsh" ->
                            "autoload -U compinit && compinit -u && source <(nudge completion zsh)";
                    default -> "nudge completion fish | source";
                };
        String command = "PATH=%s:$PATH PS1='$ ' exec %s".formatted(bin, program);
        String pane = tmux.newSession("pane-of-" + shell, 100, rows, user.environment(), command);
        tmux.enter(pane, source + " && echo lo''aded");
        awaitShown(pane, "loaded");
        return pane;
    }

    private void awaitShown(String pane, String text) {
        String _ = tmux.awaitScreen(pane, screen -> screen.contains(text), Patience.LONG);
    }

    private void completes(String pane, String typed, String line) {
        tmux.sendLiteral(pane, typed);
        tmux.sendKeys(pane, "Tab");
        awaitShown(pane, line);
        tmux.sendKeys(pane, "C-u");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void tabCompletesCommandsOptionsValuesJobsAndFiles(String shell) {
        user.run("run", "--label", "mydaemon", "--", "sleep 300");
        user.run("run", "--wait", "--label", "myended", "--", "true");
        user.run("run", "--exclusive", "database", "--", "true");
        user.run("group", "add", "builders");
        String pane = open(shell, 12);

        completes(pane, "nudge restar", "nudge restart");
        completes(pane, "nudge restart --js", "nudge restart --json");
        completes(pane, "nudge run --life-span wi", "nudge run --life-span with_agent");
        completes(pane, "nudge run --group bui", "nudge run --group builders");
        completes(pane, "nudge run --life-span=wi", "nudge run --life-span=with_agent");
        completes(pane, "nudge run --group=bui", "nudge run --group=builders");
        completes(pane, "nudge run --exclusive dat", "nudge run --exclusive database");
        completes(pane, "nudge explain pane-of-", "nudge explain pane-of-" + shell);
        completes(pane, "nudge pause bui", "nudge pause builders");
        completes(pane, "nudge install qw", "nudge install qwen-code");
        completes(pane, "nudge kill my", "nudge kill mydaemon");
        completes(pane, "nudge run -- ls /etc/hostn", "nudge run -- ls /etc/hostname");
        completes(pane, "nudge run --batch /etc/hostn", "nudge run --batch /etc/hostname");
        completes(pane, "nudge run --wait --label x -- basena", "-- basename");
        if (!shell.equals("bash")) {
            tmux.sendLiteral(pane, "nudge logs ");
            tmux.sendKeys(pane, "Tab");
            awaitShown(pane, "mydaemon: sleep 300");
        }
    }

    /// Tab must not wait: neither for the start of a daemon, nor for one that hangs.
    @Test
    void jobsAreThoseOfTheStateAndNoneIsOfferedIfTheDaemonIsNotThereOrHangs() {
        assertThat(user.run("__complete", "jobs")).isEmpty();
        assertThat(user.state().resolve("daemon.json")).doesNotExist();

        user.run("run", "--pty", "--label", "shell", "--", "sleep 300");
        user.run("run", "--", "sleep 300; " + "x".repeat(100));
        user.run("run", "--wait", "--label", "build", "--exclusive", "disk", "--", "true");

        assertThat(user.run("__complete", "jobs"))
                .isEqualTo(
                        "3\tbuild: true\n2\tsleep 300; %s...\n1\tshell: sleep 300\nbuild\ttrue\nshell\tsleep 300\n"
                                .formatted("x".repeat(46)));
        assertThat(user.run("__complete", "jobs", "running"))
                .startsWith("2\t")
                .endsWith("shell\tsleep 300\n");
        assertThat(user.run("__complete", "jobs", "terminal"))
                .isEqualTo("1\tshell: sleep 300\nshell\tsleep 300\n");
        assertThat(user.run("__complete", "jobs", "ended"))
                .isEqualTo("3\tbuild: true\nbuild\ttrue\n");
        assertThat(user.run("__complete", "exclusive")).isEqualTo("disk\ttrue\n");
        assertThat(user.run("__complete", "groups")).isEqualTo("default\n");
        assertThat(user.run("__complete", "something")).isEmpty();

        // As an agent or another program may have written it.
        user.run("run", "echo a\u001bb\u009bc\u202ed\u200be\udb40\udc41f\u007fg 👩\u200d👩");
        assertThat(user.run("__complete", "jobs")).startsWith("4\techo abcdefg 👩\u200d👩\n");
        user.signalDaemon("STOP");
        assertThat(user.run("__complete", "jobs")).isEmpty();
        user.signalDaemon("CONT");
        assertThat(user.run("__complete", "jobs")).startsWith("4\t");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "bash; 12 +11 +10 +9 +8 .*2 +1",
                "zsh; 12 +-- true *\\n11 +-- true *\\n10 +-- true *\\n9 +-- true",
                "fish; 12 .*10 .*8 .*6 "
            })
    void jobsAreListedTheNewestFirstAlsoThoseOfTheSameCommand(String shell, String listed) {
        user.run("run", "--array", "1-12", "--", "true");
        for (int job = 1; job <= 12; job++) {
            user.awaitEnd(job);
        }
        String pane = open(shell, 24);

        tmux.sendLiteral(pane, "nudge logs ");
        tmux.sendKeys(pane, "Tab");
        tmux.sendKeys(pane, "Tab");

        Pattern list = Pattern.compile(listed, Pattern.DOTALL);
        String _ = tmux.awaitScreen(pane, screen -> list.matcher(screen).find(), Patience.LONG);
    }
}
