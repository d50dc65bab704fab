package dev.nudge.console.queue;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.job.JobSelector;
import dev.nudge.jobs.CommandEdit;
import java.io.IOException;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/// The command `nudge edit JOB`: changes the command of a job that waits.
@Command(
        name = "edit",
        description = {
            "Opens the command of a queued job in your editor.",
            "The editor is that of the variable VISUAL, or EDITOR, or else vi. Until it ends, the job is"
                    + " not started."
        },
        footer = {"  nudge edit 17", "  EDITOR='code --wait' nudge edit @last"})
public final class EditCommand implements ConsoleCommand {
    private static final Option<JobSelector> JOB = ConsoleCommand.job(Form.ARGUMENT, "@jobs");

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        call.requireTerminal();
        long number = call.job(JOB);
        try (CommandEdit edit = call.services().queue().edit(number)) {
            String editor = editor(call);
            int code = call.caller().edit(editor, edit.file());
            if (code != 0) {
                throw new IllegalArgumentException(
                        "Job %d keeps its command: the editor \"%s\" has ended with exit code %d. To use another one, set VISUAL or EDITOR. The text is in %s"
                                .formatted(number, editor, code, edit.file()));
            }
            call.print(
                    switch (edit.apply()) {
                        case CHANGED -> "Job %d has a new command.".formatted(number);
                        case UNCHANGED ->
                                "Job %d keeps its command: the text is unchanged."
                                        .formatted(number);
                        case EMPTY ->
                                "Job %d keeps its command: the text is empty. To end the job: nudge kill %1$d"
                                        .formatted(number);
                    });
        }
        return ExitCodes.OK;
    }

    private static String editor(Invocation call) {
        return Stream.of("VISUAL", "EDITOR")
                .map(call::variable)
                .filter(words -> !words.isBlank())
                .findFirst()
                .orElse("vi");
    }
}
