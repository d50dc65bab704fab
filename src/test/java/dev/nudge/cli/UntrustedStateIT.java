package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OtherUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Another user can make or rename entries beside the state directory, and puts one there that
/// names a program of a newer release.
class UntrustedStateIT {
    /// Newer than every release.
    private static final String DAEMON =
            "{\"pid\":1,\"version\":\"9999.0\",\"build\":\"99999999999999\",\"socket\":\"/nowhere/s\"}";

    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();

    @AutoClose private final OtherUser other = new OtherUser(Map.of("PATH", System.getenv("PATH")));

    private final Path place = folder.folder("shared");
    private final Path state = place.resolve("nudge");
    private final Path program = folder.folder("evil").resolve("nudge");
    private final Path mark = folder.path().resolve("mark");

    @AutoClose
    private final NudgeUser user = NudgeUser.with(Map.of("XDG_STATE_HOME", place.toString()));

    private void open(int mode) throws IOException {
        Files.setAttribute(folder.path(), "unix:mode", 0755);
        Files.setAttribute(place, "unix:mode", mode);
        Files.writeString(program, "#!/bin/sh\nid -u >" + mark + "\n");
        Files.setAttribute(program, "unix:mode", 0755);
    }

    /// Makes a state directory in which this user can write, so that nothing else stops nudge.
    private void plant() {
        String script = "mkdir -m 0777 $0; echo \"$1\" >$0/daemon.json; echo $2 >$0/launcher";
        other.run(List.of("sh", "-ec", script, state.toString(), DAEMON, program.toString()));
    }

    private void assertNothingIsUsed(String reason) {
        assertRefused(reason, "ps");
        assertThat(mark).doesNotExist();
    }

    private void assertRefused(String reason, String... words) {
        assertThat(user.fail(words))
                .contains("The state directory " + state + " is not used: " + reason)
                .contains("set XDG_STATE_HOME");
    }

    private void hook(String words, String input) {
        Map<String, String> environment = new TreeMap<>(user.environment());
        environment.put("TMUX", "/tmp/none,4711,0");
        environment.put("TMUX_PANE", "%0");
        String script = "echo '%s' | sh target/extension/hooks/%s".formatted(input, words);
        new ShortCommand(Patience.LONG, environment).run(List.of("sh", "-c", script));
    }

    @Test
    void directoryThatAnotherUserHasMadeInAStickyOneIsNotUsedNorAreHisSettings()
            throws IOException {
        open(01777);
        plant();
        Path config = user.folder("home/.config/nudge").resolve("config.toml");
        Files.writeString(config, "notify_command = 'id -u >" + mark + "'\n");
        other.give(config);
        String reason = state + " belongs to user 12345";

        assertRefused(reason, "run", "--", "true");
        assertRefused(reason, "daemon");
        assertThat(user.said("doctor"))
                .contains("WRONG The state directory " + state + " is not used: " + reason)
                .contains("WRONG " + config + " is not used: " + config + " belongs to user 12345");
        assertNothingIsUsed(reason);
    }

    @Test
    void directoryThatAnotherUserHasMovedAwayIsNotUsed() throws IOException {
        open(0755);
        Files.createDirectory(state);
        Files.setAttribute(place, "unix:gid", 12_345);
        Files.setAttribute(place, "unix:mode", 0770);
        other.run(List.of("mv", state.toString(), place.resolve("gone").toString()));
        plant();

        assertNothingIsUsed(place + " can be written by other users (mode 0770)");
    }

    @Test
    void ownDirectoryOrLinkThatAnotherUserCouldReplaceIsNotUsed() throws IOException {
        open(0777);

        assertNothingIsUsed(place + " can be written by other users (mode 0777)");
        assertThat(state).doesNotExist();

        Files.createSymbolicLink(state, folder.folder("safe"));
        assertNothingIsUsed(place + " can be written by other users (mode 0777)");
    }

    /// The group of root has no other member on a usual system.
    @Test
    void ownDirectoryInOneOfAGroupOfItsOwnOrInAStickyOneIsUsed() throws IOException {
        open(0770);
        assertThat(user.run("run", "--wait", "--", "echo fine")).endsWith("\nfine\n");
        open(01777);
        assertThat(user.run("run", "--wait", "--", "echo fine")).endsWith("\nfine\n");
    }

    @Test
    void listOfUsersWhoMayWriteAboveCountsAsItsGroup() throws IOException {
        open(0750);
        // What `setfacl -m u:12345:rwx` does (acl(5)).
        String setfacl =
                """
                import os, struct, sys
                entries = (1, 7, -1), (2, 7, 12345), (4, 5, -1), (16, 7, -1), (32, 0, -1)
                rights = b"".join(struct.pack("=HHi", *entry) for entry in entries)
                os.setxattr(sys.argv[1], "system.posix_acl_access", struct.pack("=I", 2) + rights)
                """;
        new ShortCommand(Patience.LONG, System.getenv())
                .run(List.of("python3", "-c", setfacl, place.toString()));

        assertNothingIsUsed(place + " can be written by other users (mode 0770)");
    }

    @Test
    void hooksLeaveNothingInADirectoryOfAnotherUser() throws IOException {
        open(01777);
        plant();
        Path victim = Files.writeString(folder.path().resolve("victim"), "mine");
        String receipt = "nudge-receipt-1-abcdef";
        String script =
                "umask 0; cd $0; mkdir sessions receipts pending; ln -s $1 receipts/$2; touch pending/4711-0.typing";
        other.run(List.of("sh", "-ec", script, state.toString(), victim.toString(), receipt));

        hook("receipt", "{\"answer\":\"" + receipt + "\"}");
        hook("hand-over SessionStart session", "{\"transcript_path\":\"/t\"}");
        hook("hand-over BeforeAgent prompt", "{\"prompt\":\"x, automatic notice]\"}");

        assertThat(victim).hasContent("mine");
        assertThat(state.resolve("sessions")).isEmptyDirectory();
        assertThat(state.resolve("receipts").toFile().list()).containsExactly(receipt);
    }
}
