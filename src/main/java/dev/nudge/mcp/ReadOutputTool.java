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
        return ToolCalls.schema(
                Map.of(
                        "job",
                        ToolCalls.positive("The job's number."),
                        "head",
                        ToolCalls.positive("The first so many lines."),
                        "tail",
                        ToolCalls.positive("The last so many lines."),
                        "from_line",
                        ToolCalls.positive("From this line on, counted from 1."),
                        "to_line",
                        ToolCalls.positive("Up to this line, included."),
                        "pattern",
                        ToolCalls.text(
                                "Only lines in which this regular expression (RE2) is found, with their numbers."),
                        "context",
                        ToolCalls.positive("With pattern: so many lines before and after each."),
                        "new",
                        ToolCalls.flag("true: what has come since you read it last with new."),
                        "screen",
                        ToolCalls.flag("true: what the terminal of an interactive job shows now."),
                        "raw",
                        ToolCalls.flag(
                                "true: with escape sequences and overwritten progress. Default: readable text.")),
                "job");
    }
}
