package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EditIT {
    @AutoClose private static final NudgeUser user = NudgeUser.create();
    @AutoClose private static final TmuxServerFixture tmux = TmuxServerFixture.start();
    private static int edits;
    private long job;

    private Path file(String name) {
        return user.folder("files").resolve(name + job);
    }

    /// Returns the pane of the editor, whose words have no apostrophes, for the job; it stays open.
    private String edit(String editor) throws IOException {
        edits++;
        String words = ShellWords.join(NudgeUser.command("edit", Long.toString(job)));
        Path script = file("edit" + edits + "-");
        // The shell in between outlives Ctrl+C. What nudge inherits must not hide the editor's end.
        Files.writeString(
                script,
                "trap : INT\nexport VISUAL='%s'\nenv --ignore-signal=CHLD %s\nsleep 300\n"
                        .formatted(editor, words));
        return tmux.newSession("edit" + edits, 150, 20, user.environment(), "sh " + script);
    }

    private void awaitShown(String pane, String text) {
        await().until(
                        () -> tmux.tmux("capture-pane", "-p", "-J", "-t", pane).replace("\n", " "),
                        screen -> screen.contains(text));
    }

    private String command() {
        return user.value(job, "command");
    }

    /// Returns an editor that notes its begin, and works when the gate is open.
    private String gated(String work) throws IOException {
        Path script = file("editor");
        Files.writeString(
                script,
                "trap 'echo caught' INT\ntouch %s\nwhile [ ! -e %s ]; do sleep 0.2; done\n%s\n"
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
        job = user.runJob("--", command);
    }

    @Test
    void jobRunsTheCommandThatWasEditedLastWhateverItsBytes() throws IOException {
        queue("echo first\necho 'of two lines'");
        String edited = "Job %d has a new command.".formatted(job);
        String kept = "Job %d keeps its command: ".formatted(job);
        awaitShown(edit("sed -i s/first/second/"), edited);
        assertThat(command()).isEqualTo("echo second\necho 'of two lines'");
        Path editor = file("writes");
        Files.writeString(editor, "printf 'echo caf\\351\\n' >\"$1\"\n");
        awaitShown(edit("sh " + editor), edited);
        assertThat(command()).isEqualTo("echo caf\\xe9");
        assertThat(user.value(job, "command_base64")).isEqualTo("ZWNobyBjYWbp");

        awaitShown(edit("true"), kept + "the text is unchanged.");
        awaitShown(edit("truncate -s 0"), kept + "the text is empty.");
        awaitShown(
                edit("sh -c \"exit 3\""),
                kept + "the editor \"sh -c \"exit 3\"\" has ended with exit code 3.");
        awaitShown(edit("truncate -s 200000"), kept + "its new text ");
        Path text = user.job(job).resolve("edited.sh");
        assertThat(text).hasSize(200_000);
        awaitShown(edit("true"), "the text is unchanged.");
        assertThat(user.fail("edit", "@last")).contains("not a terminal");
        assertThat(command()).isEqualTo("echo caf\\xe9");
        assertThat(text).doesNotExist();

        awaitShown(edit("env LC_ALL=C sed -i s/caf.*/third/"), edited);
        user.killDaemon();
        user.run("resume");
        user.awaitEnd(job);
        assertThat(user.output(job)).isEqualTo("third\n");
        awaitShown(edit("true"), "does not wait in the queue: it has ended.");
    }

    @Test
    void jobIsNotStartedWhileItIsEdited() throws IOException {
        String pane = beginToEdit();
        user.run("resume");

        assertThat(user.value(job, "waiting")).isEqualTo("being edited");
        awaitShown(edit("true"), " is being edited already.");
        // Ctrl+C is for the editor.
        tmux.sendKeys(pane, "C-c");
        awaitShown(pane, "caught");
        Files.createFile(file("gate"));

        awaitShown(pane, " has a new command.");
        user.awaitEnd(job);
        assertThat(user.output(job)).isEqualTo("second\n");
    }

    @Test
    void jobIsReleasedIfItsEditorIsGone() throws IOException {
        String pane = beginToEdit();
        user.run("resume");
        assertThat(user.value(job, "waiting")).isEqualTo("being edited");

        tmux.tmux("kill-pane", "-t", pane);

        user.awaitEnd(job);
        assertThat(user.output(job)).isEqualTo("first\n");
    }

    @Test
    void jobIsReleasedIfTheDaemonIsKilled() throws IOException {
        String pane = beginToEdit();
        user.killDaemon();
        user.run("resume");
        user.awaitEnd(job);
        Files.createFile(file("gate"));

        awaitShown(pane, "The daemon ended before it answered.");
        assertThat(user.output(job)).isEqualTo("first\n");
    }

    @Test
    void jobThatIsKilledWhileItIsEditedStaysSo() throws IOException {
        String pane = beginToEdit();
        user.run("kill", "@last");
        Files.createFile(file("gate"));

        awaitShown(pane, " keeps its command: it no longer waits in the queue.");
        assertThat(command()).isEqualTo("echo first");
    }
}
