package dev.nudge.mcp;

import dev.nudge.app.ToolEffect;
import dev.nudge.request.ListRequest;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The tool `list_jobs`.
public final class ListJobsTool {
    private static final String NAME = "list_jobs";
    private static final String DESCRIPTION =
            "Lists background jobs with their state, exit and age: first those that run or wait in the queue, then those that have ended, at most 50. There is no need to call it to learn of an end: that is reported to you.";

    private ListJobsTool() {}

    /// @param work done with the arguments; throws as [OfferedTool.Call#make]
    public static OfferedTool of(Function<ListRequest, ToolReply> work) {
        return OfferedTool.of(
                NAME,
                ToolEffect.READS,
                DESCRIPTION,
                schema(),
                "Nothing has been listed.",
                (arguments, _) -> work.apply(ListRequest.of(arguments)));
    }

    private static Map<String, Object> schema() {
        return new ToolSchema()
                .choice(
                        "state",
                        "Only jobs in this state; queued: those that wait in the queue; asks: those that wait for input. Default: all.",
                        List.of("running", "queued", "ended", "failed", "asks"))
                .text("label", "Only jobs with this text in their label.")
                .count("started_within_seconds", "Only jobs created within this many seconds.")
                .requiring();
    }
}
