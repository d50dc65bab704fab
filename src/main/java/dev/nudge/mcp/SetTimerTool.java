package dev.nudge.mcp;

import dev.nudge.app.ToolEffect;
import dev.nudge.request.TimerRequest;
import dev.nudge.text.CallerZone;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// The tool `set_timer`.
public final class SetTimerTool {
    private static final String NAME = "set_timer";
    private static final String DESCRIPTION =
            "Sends you a note at a later time, as a new message marked [nudge: ...], for example to look at something again. The"
                    + " timer is a job: kill_job cancels it.";

    private SetTimerTool() {}

    /// @param zone returns the time zone of the agent, in which it gives times
    /// @param work done with the arguments; throws as [OfferedTool.Call#make]
    public static OfferedTool of(
            Supplier<CallerZone> zone, BiFunction<TimerRequest, Progress, ToolReply> work) {
        return OfferedTool.of(
                NAME,
                ToolEffect.ADDS,
                DESCRIPTION,
                schema(),
                "No timer is set.",
                (arguments, progress) -> work.apply(TimerRequest.of(arguments, zone), progress));
    }

    private static Map<String, Object> schema() {
        return new ToolSchema()
                .count("in_seconds", "How many seconds from now.")
                .text(
                        "at",
                        "Or when: a time of day such as 17:30, by your own clock (TZ), or a moment such as 2026-03-01T17:30:00+01:00.")
                .text("note", "What to send you then.")
                .requiring("note");
    }
}
