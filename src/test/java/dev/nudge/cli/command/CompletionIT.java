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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `nudge completion` in the shells themselves, by the Tab key.
class CompletionIT {
    @AutoClose private static NudgeUser user = NudgeUser.create();
    @AutoClose private static TmuxServerFixture tmux = TmuxServerFixture.start();

    @BeforeAll
    static void startJobs() {
        user.run("run", "--label", "mydaemon", "--", "sleep 300");
        user.run("run", "--wait", "--label", "myended", "--", "true");
        user.run("run", "--exclusive", "database", "--", "true");
        user.run("group", "add", "builders");
        user.run("run", "--array", "1-12", "--", "true");
        user.run("wait", "3-15");
    }

    /// Opens a shell in which `nudge` is a command whose words the Tab key completes, and returns
    /// its pane.
    private static String open(String shell) {
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
        String pane = tmux.newSession(shell + "-pane", 100, 30, user.environment(), command);
        tmux.enter(pane, source + " && echo lo''aded");
        awaitShown(pane, "loaded");
        return pane;
    }

    private static void awaitShown(String pane, String text) {
        String _ = tmux.awaitScreen(pane, screen -> screen.contains(text), Patience.LONG);
    }

    private static void completes(String pane, String typed, String line) {
        tmux.sendLiteral(pane, typed);
        tmux.sendKeys(pane, "Tab");
        awaitShown(pane, line);
        tmux.sendKeys(pane, "C-u");
    }

    /// Of the jobs, the newest is listed first, also among those of the same command.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "bash; 15 +13 +11 +9 .*14 +12 +10",
                "zsh; 15 +-- true *\\n14 +-- true *\\n13 +-- true.*mydaemon: sleep 300",
                "fish; 15 .*12 .*9 .*6 .*14 .*11 .*8 .*mydaemon: sleep 300"
            })
    void tabCompletesCommandsOptionsValuesFilesAndListsJobs(String shell, String listed) {
        String pane = open(shell);

        completes(pane, "nudge restar", "nudge restart");
        completes(pane, "nudge restart --js", "nudge restart --json");
        completes(pane, "nudge run --life-span wi", "nudge run --life-span with_agent");
        completes(pane, "nudge run --group bui", "nudge run --group builders");
        completes(pane, "nudge run --group=bui", "nudge run --group=builders");
        completes(pane, "nudge run --exclusive dat", "nudge run --exclusive database");
        completes(pane, "nudge explain " + shell + "-p", "nudge explain " + shell + "-pane");
        completes(pane, "nudge pause bui", "nudge pause builders");
        completes(pane, "nudge install qw", "nudge install qwen-code");
        completes(pane, "nudge kill my", "nudge kill mydaemon");
        completes(pane, "nudge run -- ls /etc/hostn", "nudge run -- ls /etc/hostname");
        completes(pane, "nudge run --batch /etc/hostn", "nudge run --batch /etc/hostname");
        completes(pane, "nudge run --wait --label x -- basena", "-- basename");

        tmux.sendLiteral(pane, "nudge logs ");
        tmux.sendKeys(pane, "Tab");
        tmux.sendKeys(pane, "Tab");
        Pattern list = Pattern.compile(listed, Pattern.DOTALL);
        String _ = tmux.awaitScreen(pane, screen -> list.matcher(screen).find(), Patience.LONG);
    }

    /// Tab must not wait: neither for the start of a daemon, nor for one that hangs.
    @Test
    void jobsAreThoseOfTheStateAndNoneIsOfferedIfTheDaemonIsNotThereOrHangs() {
        // The jobs of the other tests are listed there, and their daemon must not hang.
        try (NudgeUser other = NudgeUser.create()) {
            assertThat(other.run("__complete", "jobs")).isEmpty();
            assertThat(other.state().resolve("daemon.json")).doesNotExist();

            other.run("run", "--pty", "--label", "shell", "--", "sleep 300");
            other.run("run", "--", "sleep 300; " + "x".repeat(100));
            other.run("run", "--wait", "--label", "build", "--exclusive", "disk", "--", "true");
            String shell = "1\tshell: sleep 300\nshell\tsleep 300\n";
            String build = "3\tbuild: true\n";
            String sleep = "2\tsleep 300; " + "x".repeat(46) + "...\n";
            assertThat(other.run("__complete", "jobs"))
                    .isEqualTo(build + sleep + shell.replaceFirst("\n", "\nbuild\ttrue\n"));
            assertThat(other.run("__complete", "jobs", "running")).isEqualTo(sleep + shell);
            assertThat(other.run("__complete", "jobs", "terminal")).isEqualTo(shell);
            assertThat(other.run("__complete", "jobs", "ended")).isEqualTo(build + "build\ttrue\n");
            assertThat(other.run("__complete", "exclusive")).isEqualTo("disk\ttrue\n");
            assertThat(other.run("__complete", "groups")).isEqualTo("default\n");
            assertThat(other.run("__complete", "something")).isEmpty();

            // As an agent or another program may have written it.
            other.run("run", "echo a\u001bb\u009bc\u202ed\u200be\udb40\udc41f\u007fg 👩\u200d👩");
            assertThat(other.run("__complete", "jobs")).startsWith("4\techo abcdefg 👩\u200d👩\n");
            other.signalDaemon("STOP");
            assertThat(other.run("__complete", "jobs")).isEmpty();
            other.signalDaemon("CONT");
            assertThat(other.run("__complete", "jobs")).startsWith("4\t");
        }
    }
}
