package dev.nudge.app;

import dev.nudge.app.ToolForm.ToolEffect;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.VirtualTask.Timer;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.output.FilePosition;
import dev.nudge.protocol.Hello;
import dev.nudge.text.CallerZone;
import dev.nudge.text.Moment;
import dev.nudge.text.TextBound;
import dev.nudge.watch.WatchRunner;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Sends an agent a note at a later time.
public record SetTimer(WatchRunner runner) {
    public static final Option<Duration> IN =
            Option.of("in", Type.SPAN).toolHelp("How many seconds from now.");
    public static final Option<String> AT =
            Option.of("at", Type.text("TIME", "", TextBound.WORD))
                    .toolHelp(
                            "Or when: a time of day such as 17:30, by your own clock (TZ), or a moment such as 2026-03-01T17:30:00+01:00.");
    public static final Option<String> NOTE =
            Option.of("note", Type.text("TEXT", "", TextBound.NOTE))
                    .required("the text to send you then")
                    .toolHelp("What to send you then.");

    public static final ToolForm TOOL =
            new ToolForm(
                    "set_timer",
                    ToolEffect.ADDS,
                    "Sends you a note at a later time, as a new message marked [nudge: ...], for example to look at something again. The"
                            + " timer is a job: kill_job cancels it.",
                    "No timer is set.",
                    List.of(IN, AT, NOTE));

    /// @param zone returns the time zone of the agent, asked only for a time that needs one
    /// @throws IllegalArgumentException naming the option, what it was and what was expected
    public static Timer timer(Given given, Supplier<CallerZone> zone) {
        Optional<String> at = given.get(AT);
        // Models fill in a number that they do not mean.
        Optional<Duration> in = given.get(IN).filter(span -> at.isEmpty() || !span.isZero());
        if (in.isPresent() == at.isPresent()) {
            throw new IllegalArgumentException(
                    "expected either in_seconds (a number) or at (a time, such as \"17:30\")");
        }
        String note = given.require(NOTE);
        Instant due = in.map(Instant.now()::plus).orElseGet(() -> moment(at.orElseThrow(), zone));
        return new Timer(due, note);
    }

    private static Instant moment(String at, Supplier<CallerZone> zone) {
        Instant due =
                Moment.next(at)
                        .map(moment -> moment.in(zone))
                        .orElseThrow(() -> Arguments.wrong(AT.key(), at, Moment.EXPECTED));
        if (!due.isAfter(Instant.now())) {
            throw new IllegalArgumentException(
                    "at is \"%s\", which has passed; expected a time in the future".formatted(at));
        }
        return due;
    }

    /// Sets a timer, whose note this agent gets.
    ///
    /// @throws IOException if it cannot be recorded; no timer is set then
    public Job set(Timer timer, Hello client, NudgeTarget target) throws IOException {
        return runner.start(
                JobSpec.virtual("timer: " + timer.note(), client.cwd(), Optional.empty(), timer),
                target,
                FilePosition.START,
                _ -> {});
    }
}
