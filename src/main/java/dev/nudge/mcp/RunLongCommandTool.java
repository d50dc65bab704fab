package dev.nudge.mcp;

import dev.nudge.app.ToolEffect;
import dev.nudge.job.ExcerptChoice;
import dev.nudge.job.LifeSpan;
import dev.nudge.job.Telling;
import dev.nudge.job.Words;
import dev.nudge.request.RunRequest;
import java.util.List;
import java.util.Map;

/// The tool `run_long_command`.
final class RunLongCommandTool {
    private static final String NAME = "run_long_command";
    private static final String DESCRIPTION =
            "Runs a shell command in the background and returns at once. Use it for anything that may take longer than"
                    + " a few seconds: builds, test suites, trainings, downloads. When the command ends, its exit code and"
                    + " a part of its output arrive as a new message, marked [nudge: ...], and wake you up: do not"
                    + " poll or sleep; continue with other work or end your turn. The job continues even if this session ends.";

    private RunLongCommandTool() {}

    static OfferedTool of(Workbench workbench) {
        return OfferedTool.of(
                NAME,
                ToolEffect.ACTS,
                DESCRIPTION,
                schema(),
                "Nothing has been started.",
                (arguments, progress) ->
                        workbench.run(RunRequest.of(arguments, workbench::job), progress));
    }

    private static Map<String, Object> schema() {
        return bounds(queueing(questions(report(command(new ToolSchema()))))).requiring("command");
    }

    private static ToolSchema command(ToolSchema schema) {
        return schema.text(
                        "command",
                        "The shell command, run by bash -c. No standard input and no terminal, unless interactive is true.")
                .count(
                        "wait_seconds",
                        "Wait up to this long for the command to end, and answer with its result if it does. For a command"
                                + " of unknown length. Default: do not wait.")
                .flag(
                        "interactive",
                        "true: run it on a terminal, for programs that ask questions or draw on the screen; answer"
                                + " them with send_input. Default: false.")
                .text(
                        "cwd",
                        "The directory to run it in; ~ is the home directory. Default: your working directory.")
                .variables("env", "Environment variables to set for the command.")
                .text("label", "A short name for the job, by which it can be found.");
    }

    private static ToolSchema report(ToolSchema schema) {
        return schema.choice(
                        "notify",
                        "What is reported when it has ended. inject (default): exit code and a part of the output;"
                                + " notify: exit code and how to read the output; on_failure: as inject, but nothing if it"
                                + " succeeds; silent: nothing.",
                        Words.all(Telling.class))
                .choice(
                        "excerpt",
                        "Which part of a long output is reported: start, end, or auto: the end if the command"
                                + " failed, else the start.",
                        Words.all(ExcerptChoice.class));
    }

    private static ToolSchema questions(ToolSchema schema) {
        return schema.choice(
                "questions",
                "Who answers what an interactive command asks. agent (default): it is reported to you; person: the user is"
                        + " asked, if your client can do that.",
                List.of("agent", "person"));
    }

    private static ToolSchema queueing(ToolSchema schema) {
        return schema.count("timeout_seconds", "Stop it after this long. Default: never.")
                .count(
                        "silence_timeout_seconds",
                        "Stop it when it has written nothing for this long. Default: never.")
                .text(
                        "group",
                        "The group of jobs it belongs to, set up by the user with \"nudge group\": it waits in a queue until"
                                + " the group has room. Default: the group default.")
                .jobs(
                        "after",
                        "Start it only when these jobs have succeeded; if one fails, it is skipped.")
                .count(
                        "retry",
                        "Start it again, up to this many times, if its exit code is not 0. Only the last end is reported. Default: never.")
                .count("delay_seconds", "Start it after this long. Default: at once.");
    }

    private static ToolSchema bounds(ToolSchema schema) {
        return schema.text(
                        "memory",
                        "The most memory that it may use, such as 8G or 512M. Default, and 0: no bound.")
                .number("cpus", 0, "The most processors that it may use. Default, and 0: all.")
                .whole(
                        "nice",
                        -20,
                        19,
                        "Its niceness: the higher, the more it lets other programs go first.")
                .choice(
                        "life_span",
                        "outlive (default): the job continues when this session ends; with_agent: it is stopped then.",
                        Words.all(LifeSpan.class));
    }
}
