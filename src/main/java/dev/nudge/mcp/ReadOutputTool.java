package dev.nudge.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import java.util.Map;

/// The tool `read_output`.
final class ReadOutputTool {
    private static final String NAME = "read_output";
    private static final String DESCRIPTION =
            "Reads the output of a job, whether it runs or has ended: one of head, tail, from_line with to_line, pattern, new or"
                    + " screen; by default the last 100 lines. At most 40,000 characters; it says what was left out.";

    private ReadOutputTool() {}

    static SyncToolSpecification specification(Workbench workbench) {
        return ToolCalls.tool(
                NAME,
                DESCRIPTION,
                schema(),
                "Nothing has been read.",
                (arguments, _) -> workbench.read(ReadRequest.of(arguments)));
    }

    private static Map<String, Object> schema() {
        return new ToolSchema()
                .positive("job", "The job's number.")
                .positive("head", "The first so many lines.")
                .positive("tail", "The last so many lines.")
                .positive("from_line", "From this line on, counted from 1.")
                .positive("to_line", "Up to this line, included.")
                .text(
                        "pattern",
                        "Only lines in which this regular expression (RE2) is found, with their numbers.")
                .positive("context", "With pattern: so many lines before and after each.")
                .flag("new", "true: what has come since you read it last with new.")
                .flag("screen", "true: what the terminal of an interactive job shows now.")
                .flag(
                        "raw",
                        "true: with escape sequences and overwritten progress. Default: readable text.")
                .requiring("job");
    }
}
