package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EditIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private int edits;

    private Path file(String name) {
        return user.folder("files").resolve(name);
    }

    /// Returns the pane of the editor, whose words have no apostrophes, for job 1; it stays open.
    private String edit(String editor) throws IOException {
        edits++;
        String words =
                NudgeUser.command("edit", "1").stream()
                        .map(word -> "'" + word + "'")
                        .collect(Collectors.joining(" "));
        Path script = file("edit" + edits);
        // The shell in between outlives Ctrl+C.
        Files.writeString(
                script, "trap : INT\nexport VISUAL='%s'\n%s\nsleep 300\n".formatted(editor, words));
        return tmux.newSession("edit" + edits, 150, 20, user.environment(), "sh " + script);
    }

    private void awaitShown(String pane, String text) {
        await().until(
                        () -> tmux.tmux("capture-pane", "-p", "-J", "-t", pane).replace("\n", " "),
                        screen -> screen.contains(text));
    }

    private String command() {
        return user.value(1, "command");
    }

    /// Returns an editor that notes its begin, and works when the gate is open.
    private String gated(String work) throws IOException {
        Path script = file("editor");
        Files.writeString(
                script,
                "trap 'echo caught' INT\ntouch %s\nwhile [ ! -e %s ]; do sleep 0.05; done\n%s\n"
                        .formatted(file("begun"), file("gate"), work));
        return "sh " + script;
    }

    /// Begins to edit a job that waits, in an editor that works when the gate is open.
    private String beginToEdit() throws IOException {
        queue("echo first");
        String pane = edit(gated("sed -i s/first/second/ \"$1\""));
        await().until(() -> Files.exists(file("begun")));
        return pane;
    }

    private void queue(String command) {
        user.run("pause");
        user.run("run", "--", command);
    }

    @Test
    void jobRunsTheCommandThatWasEditedLastWhateverItsBytes() throws IOException {
        queue("echo first\necho 'of two lines'");

        awaitShown(edit("sed -i s/first/second/"), "Job 1 has a new command.");

        assertThat(command()).isEqualTo("echo second\necho 'of two lines'");
        Path editor = file("writes");
        Files.writeString(editor, "printf 'echo caf\\351\\n' >\"$1\"\n");
        awaitShown(edit("sh " + editor), "Job 1 has a new command.");
        assertThat(command()).isEqualTo("echo caf\\xe9");
        assertThat(user.value(1, "command_base64")).isEqualTo("ZWNobyBjYWbp");
        awaitShown(edit("true"), "the text is unchanged.");
        awaitShown(edit("env LC_ALL=C sed -i s/caf.*/third/"), "Job 1 has a new command.");
        user.killDaemon();
        user.run("resume");
        user.awaitEnd(1);
        assertThat(user.run("logs", "1")).isEqualTo("third\n");
    }

    @Test
    void textThatIsNoNewCommandChangesNothing() throws IOException {
        queue("echo first");

        awaitShown(edit("true"), "Job 1 keeps its command: the text is unchanged.");
        awaitShown(edit("truncate -s 0"), "Job 1 keeps its command: the text is empty.");
        awaitShown(
                edit("sh -c \"exit 3\""),
                "Job 1 keeps its command: the editor \"sh -c \"exit 3\"\" has ended with exit code 3.");
        awaitShown(edit("truncate -s 200000"), "Job 1 keeps its command: its new text ");
        assertThat(user.job(1).resolve("edited.sh")).hasSize(200_000);
        awaitShown(edit("true"), "the text is unchanged.");
        assertThat(user.fail("edit", "1")).contains("not a terminal");
        assertThat(command()).isEqualTo("echo first");
        assertThat(user.job(1).resolve("edited.sh")).doesNotExist();
        user.run("kill", "1");
        awaitShown(edit("true"), "Job 1 does not wait in the queue: it has ended.");
    }

    @Test
    void jobIsNotStartedWhileItIsEdited() throws IOException {
        String pane = beginToEdit();
        user.run("resume");

        assertThat(user.value(1, "waiting")).isEqualTo("being edited");
        awaitShown(edit("true"), "Job 1 is being edited already.");
        // Ctrl+C is for the editor.
        tmux.sendKeys(pane, "C-c");
        awaitShown(pane, "caught");
        Files.createFile(file("gate"));

        awaitShown(pane, "Job 1 has a new command.");
        user.awaitEnd(1);
        assertThat(user.run("logs", "1")).isEqualTo("second\n");
    }

    @Test
    void jobIsReleasedIfItsEditorIsGone() throws IOException {
        String pane = beginToEdit();
        user.run("resume");
        assertThat(user.value(1, "waiting")).isEqualTo("being edited");

        tmux.tmux("kill-pane", "-t", pane);

        user.awaitEnd(1);
        assertThat(user.run("logs", "1")).isEqualTo("first\n");
    }

    @Test
    void jobIsReleasedIfTheDaemonIsKilled() throws IOException {
        String pane = beginToEdit();
        user.killDaemon();
        user.run("resume");
        user.awaitEnd(1);
        Files.createFile(file("gate"));

        awaitShown(pane, "The daemon ended before it answered.");
        assertThat(user.run("logs", "1")).isEqualTo("first\n");
    }

    @Test
    void jobThatIsKilledWhileItIsEditedStaysSo() throws IOException {
        String pane = beginToEdit();
        user.run("kill", "1");
        Files.createFile(file("gate"));

        awaitShown(pane, "Job 1 keeps its command: it no longer waits in the queue.");
        assertThat(command()).isEqualTo("echo first");
    }
}
