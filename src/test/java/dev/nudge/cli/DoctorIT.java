package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the doctor says about agents, to somebody who has another one than Gemini CLI, or none.
class DoctorIT {
    private static final String NEEDED =
            "tmux setsid env sh bash stty readlink taskset renice fallocate mktemp touch cat mkdir rm mv sleep uname";

    @TempDir private Path folder;
    @AutoClose private final NudgeUser user = NudgeUser.create();

    /// Leaves only the programs on the PATH that nudge itself needs, which no agent is.
    @BeforeEach
    void hideAgents() {
        String bin = user.folder("bin").toString();
        shell("for name in %s; do ln -s \"$(command -v $name)\" '%s'; done".formatted(NEEDED, bin));
        user.environment().put("PATH", bin);
    }

    private static String shell(String script, String... words) {
        List<String> command = new ArrayList<>(List.of("sh", "-ec", script));
        command.addAll(List.of(words));
        return new ShortCommand(Patience.LONG, System.getenv()).run(command);
    }

    @Test
    void reportSaysOnceWhyThereIsNoDaemonAndHasNothingThatIsPrivate() throws IOException {
        Path socket = user.folder("run").resolve("nudge");
        Files.deleteIfExists(socket);
        Files.writeString(socket, "in the way");
        Path config = user.folder("home/.config/nudge").resolve("config.toml");
        Files.writeString(
                config, "notify_url = \"secret.example/topic\"\nbell = \"\"\"a\nsecret\"\"\"\n");
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();

        String report = user.said("doctor", "--report");

        assertThat(report)
                .startsWith("nudge ")
                .contains(
                        "Linux",
                        "tmux",
                        "WRONG ~/.config/nudge/config.toml, line 1: notify_url is not an address on the web",
                        "WRONG ~/.config/nudge/config.toml, line 2: bell is \"…\"; expected on or off",
                        socket + " must be a directory of user ")
                .doesNotContain("secret", user.folder("home").toString())
                .doesNotContainPattern("\\b" + host + "\\b");
        assertThat(report.lines().filter(line -> line.startsWith("WRONG")))
                .hasSize(3)
                .noneMatch(line -> line.contains("warning"));
    }

    @Test
    void sessionOfGeminiCliIsDemandedOnlyWhereThatIsInstalledAndEachAgentIsNamed()
            throws IOException {
        try (TmuxServerFixture tmux = TmuxServerFixture.start()) {
            // Something like a connection of another home does not count.
            Path agent =
                    Files.writeString(
                            folder.resolve("gemini"),
                            "sh -c 'sleep 300; :' java dev.nudge.cli.Main mcp; :\n");
            Process elsewhere = new ProcessBuilder("sh", agent.toString()).start();
            try {
                await().until(() -> elsewhere.descendants().count() == 2);
                assertThat(user.said("doctor"))
                        .contains(
                                "note  No agent is on the PATH of this shell",
                                "tmux new-session -A -s agents")
                        .doesNotContain("gemini-cli", "Gemini CLI is", "is not linked", "WRONG");
            } finally {
                elsewhere.descendants().forEach(ProcessHandle::destroy);
                elsewhere.destroy();
            }

            // Gemini CLI is there, and one of its agents in another session.
            Path gemini = user.folder("bin").resolve("gemini");
            NudgeUser.writeProgram(gemini, "echo 0.61.0");
            String other = "It runs in tmux session 'other' (pane ";
            try (StandInAgent known = StandInAgent.startKnown(tmux, user, "other")) {
                assertThat(inSession(tmux, "third", "doctor"))
                        .containsSubsequence(
                                "this shell could not be nudged: It runs in tmux session 'third' (",
                                "not in 'gemini-cli'",
                                "tmux new-session -A -s gemini-cli",
                                "no result could be typed now. " + other + known.pane());
            }
            Files.delete(gemini);
            await().until(() -> user.said("examine"), said -> !said.contains(other));

            // An agent that nudge does not know, and Gemini CLI is not missed.
            try (StandInAgent unknown = StandInAgent.start(tmux, user, "gemini-cli")) {
                assertThat(inSession(tmux, "fourth", "examine"))
                        .contains(
                                "Inside tmux, session fourth, pane %",
                                "Agent in pane %s (session gemini-cli, process "
                                        .formatted(unknown.pane()),
                                "Woken by: nothing, since nudge does not know the program")
                        .doesNotContain("WRONG", other);
            }
        }
    }

    /// Runs the doctor, or what it asks the daemon, in a pane, where tmux has set the PATH of its
    /// own client.
    private String inSession(TmuxServerFixture tmux, String name, String command)
            throws IOException {
        Path out = folder.resolve(name);
        String doctor = ShellWords.join(NudgeUser.command(command));
        String script =
                "PATH=%s; %s >%s.new 2>&1; mv %3$s.new %3$s; exec sleep 300"
                        .formatted(user.environment().get("PATH"), doctor, out);
        assertThat(tmux.newSession(name, 100, 30, user.environment(), script)).startsWith("%");
        await().until(() -> Files.exists(out));
        return Files.readString(out);
    }

    /// In a chroot, `/proc/mounts` need not list the file system that the state is on.
    @Test
    void nothingIsWrongWithTheStateInAChrootThatIsNotAMount() {
        String chroot =
                """
                mkdir -p "$0/dev" "$0/proc" "$0/usr" "$0/etc" "$0/home" "$0/tmp" "$0$1" && cd "$0"
                ln -s usr/bin usr/sbin usr/lib usr/lib64 .
                for place in dev proc usr etc "${1#/}"; do mount --rbind "/$place" "$place" || exit; done
                exec chroot . env -i PATH=/usr/bin HOME=/home sh -c '"$0" ps; "$0" doctor; "$0" daemon stop' "$1/bin/nudge"
                """;

        assertThat(
                        shell(
                                "exec unshare -rm sh -c \"$@\"",
                                "sh",
                                chroot,
                                folder.resolve("root").toString(),
                                NudgeUser.extension().toString()))
                .contains("ok    State directory /home/.local/state/nudge")
                .contains("The daemon (process ");
    }
}
