package dev.nudge.mcp;

import dev.nudge.app.ToolEffect;
import dev.nudge.request.JobFinder;
import dev.nudge.request.WatchRequest;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/// The tool `watch_output`.
public final class WatchOutputTool {
    private static final String NAME = "watch_output";
    private static final String DESCRIPTION =
            "Reports a line to you when it appears in the output of a job or in any file: within a second, as a new message marked"
                    + " [nudge: ...]. Use it to learn that a server is listening or that an error was logged. The watch is itself a job:"
                    + " kill_job ends it.";

    private WatchOutputTool() {}

    /// @param jobs finds the job that is named
    /// @param work done with the arguments; throws as [OfferedTool.Call#make]
    public static OfferedTool of(
            JobFinder jobs, BiFunction<WatchRequest, Progress, ToolReply> work) {
        return OfferedTool.of(
                NAME,
                ToolEffect.ADDS,
                DESCRIPTION,
                schema(),
                "Nothing is watched.",
                (arguments, progress) -> work.apply(WatchRequest.of(arguments, jobs), progress));
    }

    private static Map<String, Object> schema() {
        return new ToolSchema()
                .job("job", "The job whose output to watch: its number, its label or @last.")
                .text("file", "Or the file to watch; it may be rotated, and need not exist yet.")
                .text("pattern", "The regular expression (RE2) to look for in each line.")
                .count("times", "How many matching lines to report before it ends. Default: 1.")
                .choice(
                        "from",
                        "start: lines that exist already count (default for a job); now: only new ones (default for a file).",
                        List.of("start", "now"))
                .text("label", "A short name for the watch, by which it can be found.")
                .count(
                        "wait_seconds",
                        "Wait up to this long for the line, and answer with it. Default: do not wait.")
                .requiring("pattern");
    }
}
