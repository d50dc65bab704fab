package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.process.CFunction;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OtherUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.TemporaryFolder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    ///
    /// @param mode of the directory
    private void plant(String mode) {
        other.run(
                List.of(
                        "sh",
                        "-ec",
                        "mkdir -m $3 $0; printf %s \"$1\" >$0/daemon.json; echo $2 >$0/launcher",
                        state.toString(),
                        DAEMON,
                        program.toString(),
                        mode));
    }

    private void assertNothingIsUsed(String reason) throws IOException {
        List<String[]> commands =
                List.of(
                        new String[] {"run", "--", "true"},
                        new String[] {"ps"},
                        new String[] {"daemon"});
        for (String[] words : commands) {
            assertThat(user.fail(words))
                    .contains("The state directory " + state + " is not used: " + reason)
                    .contains("set XDG_STATE_HOME");
        }
        assertThat(mark).doesNotExist();
        assertThat(user.said("doctor"))
                .contains("WRONG The state directory " + state + " is not used: " + reason);
        assertThat(mark).doesNotExist();
    }

    private String hook(String script, String input, String... arguments) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "sh",
                                "-c",
                                "input=$1; shift; printf '%s\\n' \"$input\" | sh \"$0\" \"$@\"",
                                "target/extension/hooks/" + script,
                                input));
        words.addAll(List.of(arguments));
        Map<String, String> environment = new TreeMap<>(user.environment());
        environment.put("TMUX", "/tmp/none,4711,0");
        environment.put("TMUX_PANE", "%0");
        return new ShortCommand(Patience.LONG, environment).run(words);
    }

    @Test
    void directoryThatAnotherUserHasMadeInAStickyOneIsNotUsed() throws IOException {
        open(01777);
        plant("0777");

        assertNothingIsUsed(state + " belongs to user 12345");
    }

    @Test
    void directoryThatAnotherUserHasMovedAwayIsNotUsed() throws IOException {
        open(0755);
        user.run("run", "--wait", "--", "true");
        user.run("daemon", "stop");
        Files.setAttribute(place, "unix:gid", 12_345);
        Files.setAttribute(place, "unix:mode", 0770);
        other.run(List.of("mv", state.toString(), place.resolve("gone").toString()));
        plant("0777");

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
    @ParameterizedTest
    @ValueSource(ints = {01777, 0770})
    void ownDirectoryInAStickyOneOrInOneOfAGroupOfItsOwnIsUsed(int mode) throws IOException {
        open(mode);

        assertThat(user.run("run", "--wait", "--", "echo fine")).isEqualTo("nudge: job 1\nfine\n");
    }

    @Test
    void listOfUsersWhoMayWriteAboveCountsAsItsGroup() throws IOException {
        open(0750);
        giveAccessToTheOther();

        assertNothingIsUsed(place + " can be written by other users (mode 0770)");
    }

    /// What `setfacl -m u:12345:rwx` does (acl(5)).
    private void giveAccessToTheOther() {
        short[][] entries = {{1, 7}, {2, 7, 12_345}, {4, 5}, {16, 7}, {32, 0}};
        ByteBuffer list =
                ByteBuffer.allocate(4 + entries.length * 8).order(ByteOrder.nativeOrder());
        list.putInt(2);
        for (short[] entry : entries) {
            list.putShort(entry[0]).putShort(entry[1]).putInt(entry.length == 3 ? entry[2] : -1);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(list.capacity());
            value.copyFrom(MemorySegment.ofArray(list.array()));
            int failed =
                    CFunction.of("setxattr")
                            .callInt(
                                    arena.allocateFrom(place.toString()).address(),
                                    arena.allocateFrom("system.posix_acl_access").address(),
                                    value.address(),
                                    value.byteSize());
            assertThat(failed).isZero();
        }
    }

    @Test
    void settingsOfAnotherUserAreNotUsed() throws IOException {
        open(0755);
        Path config = user.folder("home/.config/nudge").resolve("config.toml");
        Files.writeString(config, "notify_command = 'id -u >" + mark + "'\n");
        other.give(config);

        assertThat(user.said("doctor"))
                .contains("WRONG " + config + " is not used: " + config + " belongs to user 12345");
    }

    @Test
    void hooksLeaveNothingInADirectoryOfAnotherUser() throws IOException {
        open(01777);
        plant("0777");
        Path victim = Files.writeString(folder.path().resolve("victim"), "mine");
        String receipt = "nudge-receipt-1-abcdef";
        other.run(
                List.of(
                        "sh",
                        "-ec",
                        "umask 0; cd $0; mkdir sessions receipts pending; ln -s $1 receipts/$2; touch pending/4711-0.typing",
                        state.toString(),
                        victim.toString(),
                        receipt));

        hook("receipt", "{\"answer\":\"" + receipt + "\"}");
        hook("hand-over", "{\"transcript_path\":\"/t\"}", "SessionStart", "session");
        hook("hand-over", "{\"prompt\":\"x, automatic notice]\"}", "BeforeAgent", "prompt");

        assertThat(victim).hasContent("mine");
        assertThat(state.resolve("sessions")).isEmptyDirectory();
        assertThat(state.resolve("receipts").toFile().list()).containsExactly(receipt);
    }
}
