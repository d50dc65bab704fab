package dev.nudge.mcp;

import dev.nudge.app.ToolEffect;
import dev.nudge.request.ReadRequest;
import java.util.Map;

/// The tool `read_output`.
final class ReadOutputTool {
    private static final String NAME = "read_output";
    private static final String DESCRIPTION =
            "Reads the output of a job, whether it runs or has ended: one of head, tail, from_line with to_line, pattern, new or"
                    + " screen; by default the last 100 lines. At most 40,000 characters; it says what was left out.";

    private ReadOutputTool() {}

    static OfferedTool of(Workbench workbench) {
        return OfferedTool.of(
                NAME,
                ToolEffect.READS,
                DESCRIPTION,
                schema(),
                "Nothing has been read.",
                (arguments, progress) ->
                        workbench.read(ReadRequest.of(arguments, workbench::job), progress));
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
