package dev.nudge.mcp;

import dev.nudge.app.ToolEffect;
import dev.nudge.request.JobFinder;
import dev.nudge.request.ReadRequest;
import java.util.Map;
import java.util.function.BiFunction;

/// The tool `read_output`.
public final class ReadOutputTool {
    private static final String NAME = "read_output";
    private static final String DESCRIPTION =
            "Reads the output of a job, whether it runs or has ended: one of head, tail, from_line with to_line, pattern, new or"
                    + " screen; by default the last 100 lines. At most 40,000 characters; it says what was left out.";

    private ReadOutputTool() {}

    /// @param jobs finds the job that is named
    /// @param work done with the arguments; throws as [OfferedTool.Call#make]
    public static OfferedTool of(
            JobFinder jobs, BiFunction<ReadRequest, Progress, ToolReply> work) {
        return OfferedTool.of(
                NAME,
                ToolEffect.READS,
                DESCRIPTION,
                schema(),
                "Nothing has been read.",
                (arguments, progress) -> work.apply(ReadRequest.of(arguments, jobs), progress));
    }

    private static Map<String, Object> schema() {
        return new ToolSchema()
                .job("job", "The job: its number, its label (the newest with it) or @last.")
                .count("head", "The first lines: how many.")
                .count("tail", "The last lines: how many.")
                .count("from_line", "From this line on, counted from 1.")
                .count("to_line", "Up to and including this line.")
                .text(
                        "pattern",
                        "Only lines in which this regular expression (RE2) is found, with their numbers.")
                .count(
                        "context",
                        "With pattern: how many lines to show before and after each match.")
                .flag("new", "true: only what has been written since your last call with new.")
                .flag("screen", "true: what the terminal of an interactive job shows now.")
                .count("scroll", "With screen: how many lines to scroll back.")
                .flag(
                        "raw",
                        "true: with escape sequences and overwritten progress. Default: readable text.")
                .requiring("job");
    }
}
