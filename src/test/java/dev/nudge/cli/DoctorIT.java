package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the doctor says about agents, to somebody who has another one than Gemini CLI, or none.
class DoctorIT {
    private static final String NEEDED =
            "tmux setsid env sh bash stty readlink taskset renice fallocate mktemp touch cat mkdir rm mv sleep uname";

    @TempDir private Path folder;
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    /// Leaves only the programs on the PATH that nudge itself needs.
    private void hideAgents() throws IOException {
        Path bin = user.folder("bin");
        for (String program : NEEDED.split(" ", -1)) {
            Path found =
                    Stream.of("/usr/bin", "/bin")
                            .map(place -> Path.of(place, program))
                            .filter(Files::isExecutable)
                            .findFirst()
                            .orElseThrow();
            Files.createSymbolicLink(bin.resolve(program), found);
        }
        user.environment().put("PATH", bin.toString());
    }

    @Test
    void reportHasNothingThatIsPrivate() throws IOException {
        hideAgents();
        Path config = user.folder("home/.config/nudge").resolve("config.toml");
        Files.writeString(
                config, "notify_url = \"secret.example/topic\"\nbell = \"\"\"a\nsecret\"\"\"\n");
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();

        assertThat(user.said("doctor")).contains("secret", user.folder("home").toString());
        assertThat(user.said("doctor", "--report"))
                .startsWith("nudge ")
                .contains(
                        "Linux",
                        "tmux",
                        "~/.config/nudge/config.toml, line 1: notify_url is not an address on the web",
                        "~/.config/nudge/config.toml, line 2: bell is \"…\"; expected on or off")
                .doesNotContain("secret", user.folder("home").toString())
                .doesNotContainPattern("\\b" + host + "\\b");
    }

    /// Something like a connection of another home does not count.
    @Test
    void sessionOfGeminiCliIsDemandedOnlyWhereThatIsInstalled() throws IOException {
        hideAgents();
        Path agent =
                Files.writeString(
                        folder.resolve("gemini"),
                        "sh -c 'sleep 300; :' java dev.nudge.cli.Main mcp; :\n");
        Process elsewhere = new ProcessBuilder("sh", agent.toString()).start();
        try {
            await().atMost(Patience.LONG).until(() -> elsewhere.descendants().count() == 2);
            assertThat(user.said("doctor"))
                    .contains(
                            "note  No agent is on the PATH of this shell",
                            "tmux new-session -A -s agents")
                    .doesNotContain("gemini-cli", "Gemini CLI is", "is not linked", "WRONG");
        } finally {
            elsewhere.descendants().forEach(ProcessHandle::destroy);
            elsewhere.destroy();
        }

        assertThat(inSession("other")).contains("ok    Inside tmux, session other, pane %");
        NudgeUser.writeProgram(user.folder("bin").resolve("gemini"), "echo 0.61.0");
        assertThat(inSession("third"))
                .contains("not in 'gemini-cli'", "tmux new-session -A -s gemini-cli");
    }

    /// Runs the doctor in a pane, where tmux has set the PATH of its own client.
    private String inSession(String name) throws IOException {
        Path out = folder.resolve(name);
        String doctor = ShellWords.join(NudgeUser.command("doctor"));
        String pane =
                tmux.newSession(
                        name,
                        100,
                        30,
                        user.environment(),
                        "PATH=%s; %s >%s.new 2>&1; mv %3$s.new %3$s; exec sleep 300"
                                .formatted(user.environment().get("PATH"), doctor, out));
        assertThat(pane).startsWith("%");
        await().atMost(Patience.LONG).until(() -> Files.exists(out));
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
        String program = NudgeUser.command().getFirst().replaceFirst("/bin/nudge$", "");

        String said =
                new ShortCommand(Patience.LONG, System.getenv())
                        .run(
                                List.of(
                                        "unshare",
                                        "-rm",
                                        "sh",
                                        "-c",
                                        chroot,
                                        folder.resolve("root").toString(),
                                        program));

        assertThat(said)
                .contains("ok    State directory /home/.local/state/nudge")
                .contains("The daemon (process ");
    }

    @Test
    void daemonThatCannotBeStartedIsReportedOnce() throws IOException {
        Path socket = user.folder("run").resolve("nudge");
        Files.deleteIfExists(socket);
        Files.writeString(socket, "in the way");

        assertThat(user.said("doctor"))
                .contains("WRONG ")
                .doesNotContain("does not say where this shell is", "see above");
    }
}
