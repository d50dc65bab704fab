package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `nudge completion` in the shells themselves, by the Tab key.
class CompletionIT {
    private static final Duration PATIENCE = Patience.LONG;

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    /// Returns a folder for the path of a shell, so that `nudge` is a command.
    private Path bin() throws IOException {
        Path folder = user.folder("bin");
        Path nudge = folder.resolve("nudge");
        String words =
                NudgeUser.command().stream()
                        .map(w -> "'" + w + "'")
                        .collect(Collectors.joining(" "));
        Files.writeString(nudge, "#!/bin/sh\nexec %s \"$@\"\n".formatted(words));
        Files.setPosixFilePermissions(nudge, PosixFilePermissions.fromString("rwx------"));
        return folder;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "bash; exec bash --norc; source <(nudge completion bash)",
                "zsh; exec zsh -f; autoload -U compinit && compinit -u && source <(nudge completion zsh)",
                "fish; exec fish --no-config; nudge completion fish | source"
            })
    void tabCompletesCommandsOptionsValuesJobsAndFiles(String name, String shell, String source)
            throws IOException {
        user.run("run", "--label", "mydaemon", "--", "sleep 300");
        user.run("run", "--wait", "--label", "myended", "--", "true");
        user.run("run", "--exclusive", "database", "--", "true");
        user.run("group", "add", "builders");
        String command = "PATH=%s:$PATH PS1='$ ' %s".formatted(bin(), shell);
        String pane = tmux.newSession("pane-of-" + name, 100, 12, user.environment(), command);
        tmux.sendLiteral(pane, source.strip() + " && echo lo''aded");
        tmux.sendKeys(pane, "Enter");
        awaitScreen(pane, "loaded");

        completes(pane, "nudge restar", "nudge restart");
        completes(pane, "nudge restart --js", "nudge restart --json");
        completes(pane, "nudge run --life-span wi", "nudge run --life-span with_agent");
        completes(pane, "nudge run --group bui", "nudge run --group builders");
        completes(pane, "nudge run --life-span=wi", "nudge run --life-span=with_agent");
        completes(pane, "nudge run --group=bui", "nudge run --group=builders");
        completes(pane, "nudge run --exclusive dat", "nudge run --exclusive database");
        completes(pane, "nudge explain pane-of-", "nudge explain pane-of-" + name);
        completes(pane, "nudge pause bui", "nudge pause builders");
        completes(pane, "nudge install qw", "nudge install qwen-code");
        completes(pane, "nudge kill my", "nudge kill mydaemon");
        completes(pane, "nudge run -- ls /etc/hostn", "nudge run -- ls /etc/hostname");
        completes(pane, "nudge run --batch /etc/hostn", "nudge run --batch /etc/hostname");
        completes(pane, "nudge run --wait --label x -- basena", "-- basename");
        if (!name.equals("bash")) {
            tmux.sendLiteral(pane, "nudge logs ");
            tmux.sendKeys(pane, "Tab");
            awaitScreen(pane, "mydaemon: sleep 300");
        }
    }

    /// As an agent or another program may have written them.
    @Test
    void descriptionsControlNoTerminal() {
        String command = "echo a\u001bb\u009bc\u202ed\u200be\udb40\udc41f\u007fg 👩\u200d👩";
        user.run("run", command);

        assertThat(user.run("__complete", "jobs")).isEqualTo("1\techo abcdefg 👩\u200d👩\n");
    }

    @Test
    void jobsAreThoseOfTheState() {
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
    }

    /// Tab must not wait: neither for the start of a daemon, nor for one that hangs.
    @Test
    void nothingIsOfferedWithoutADaemonAndNoneIsStarted() {
        assertThat(user.run("__complete", "jobs")).isEmpty();
        assertThat(user.state().resolve("daemon.json")).doesNotExist();

        user.run("run", "--", "true");
        user.signalDaemon("STOP");
        assertThat(user.run("__complete", "jobs")).isEmpty();
        user.signalDaemon("CONT");
        assertThat(user.run("__complete", "jobs")).isEqualTo("1\ttrue\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "bash; exec bash --norc; source <(nudge completion bash); 12 +11 +10 +9 +8 .*2 +1",
                "zsh; exec zsh -f; autoload -U compinit && compinit -u && source <(nudge completion zsh); 12 +-- true *\\n11 +-- true *\\n10 +-- true *\\n9 +-- true",
                "fish; exec fish --no-config; nudge completion fish | source; 12 .*10 .*8 .*6 "
            })
    void jobsAreListedTheNewestFirstAlsoThoseOfTheSameCommand(
            String name, String shell, String source, String listed) throws IOException {
        user.run("run", "--array", "1-12", "--", "true");
        for (int job = 1; job <= 12; job++) {
            user.awaitEnd(job);
        }
        String command = "PATH=%s:$PATH PS1='$ ' %s".formatted(bin(), shell);
        String pane = tmux.newSession(name, 100, 24, user.environment(), command);
        tmux.sendLiteral(pane, source.strip() + " && echo lo''aded");
        tmux.sendKeys(pane, "Enter");
        awaitScreen(pane, "loaded");

        tmux.sendLiteral(pane, "nudge logs ");
        tmux.sendKeys(pane, "Tab");
        tmux.sendKeys(pane, "Tab");

        await().atMost(PATIENCE)
                .until(
                        () -> String.join("\n", tmux.capture(pane)),
                        screen -> Pattern.compile(listed, Pattern.DOTALL).matcher(screen).find());
    }

    private void completes(String pane, String typed, String line) {
        tmux.sendLiteral(pane, typed);
        tmux.sendKeys(pane, "Tab");
        awaitScreen(pane, line);
        tmux.sendKeys(pane, "C-u");
    }

    private void awaitScreen(String pane, String... oneOf) {
        await().atMost(PATIENCE)
                .until(
                        () -> tmux.capture(pane),
                        lines -> contains(String.join("\n", lines), oneOf));
    }

    private static boolean contains(String screen, String... oneOf) {
        for (String text : oneOf) {
            if (screen.contains(text)) {
                return true;
            }
        }
        return false;
    }
}
