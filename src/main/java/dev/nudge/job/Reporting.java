package dev.nudge.job;

import dev.nudge.job.News.FoundLines;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import java.time.Instant;
import java.util.Optional;

/// What a job reports, to whom, and how far that has come. Its end itself is part of its state.
///
/// @param target the agent to notify of its end; empty means nobody
/// @param nudge how far its end has been reported
/// @param interim the last news before its end; empty if there was none yet
public record Reporting(
        Optional<NudgeTarget> target, NudgeState nudge, Optional<News.Interim> interim) {

    /// Returns the reporting of a job of which there is no news yet.
    static Reporting of(Optional<NudgeTarget> target, Telling telling) {
        return new Reporting(target, unreported(target, telling), Optional.empty());
    }

    private static NudgeState unreported(Optional<NudgeTarget> target, Telling telling) {
        return target.isPresent() && telling != Telling.SILENT
                ? new NudgeState.Pending()
                : new NudgeState.Off();
    }

    /// Returns the reporting once the job is in this state. An end that nobody is to be notified of
    /// closes the nudge; a job that has ended no longer waits for an answer, nor looks for lines.
    Reporting in(JobState next, Telling telling) {
        return next.ended()
                .map(end -> telling.isFor(end.status()) ? this : after(new NudgeEvent.Unwanted()))
                .map(Reporting::notAsking)
                .orElse(this);
    }

    Reporting after(NudgeEvent event) {
        return withNudge(nudge.after(event, target));
    }

    Reporting after(long news, NudgeEvent event) {
        return interim.filter(last -> last.number() == news)
                .map(last -> with(last.after(event, target)))
                .orElse(this);
    }

    Reporting afterForAll(NudgeEvent event) {
        Reporting next = after(event);
        return interim.map(last -> next.with(last.after(event, target))).orElse(next);
    }

    Reporting withNudge(NudgeState next) {
        return new Reporting(target, next, interim);
    }

    Reporting withTarget(NudgeTarget next) {
        return new Reporting(Optional.of(next), nudge, interim);
    }

    private Reporting with(News.Interim next) {
        return new Reporting(target, nudge, Optional.of(next));
    }

    Reporting asking(Question asked, Instant at, Telling telling) {
        return with(
                interim.filter(last -> last.number() == asked.id())
                        .<News.Interim>map(
                                last -> new News.Asks(asked, last.at(), true, last.nudge()))
                        .orElseGet(
                                () -> new News.Asks(asked, at, true, unreported(target, telling))));
    }

    Reporting notAsking() {
        return interim.map(last -> with(last.with(false, last.nudge()))).orElse(this);
    }

    Optional<News.Asks> asks() {
        return interim.orElse(null) instanceof News.Asks asks && asks.isStanding()
                ? Optional.of(asks)
                : Optional.empty();
    }

    Reporting found(String line, Instant at, Telling telling) {
        return with(new News.Found(linesWith(line), at, true, unreported(target, telling)));
    }

    /// Returns this line of the watch, and those before it that have not been reported yet.
    public FoundLines linesWith(String line) {
        return found().map(found -> found.with(line)).orElseGet(() -> new FoundLines(1, 1, line));
    }

    /// Returns how many lines the watch has found. The one with which it ends does not count.
    public long linesFound() {
        return found().map(News.Found::number).orElse(0L);
    }

    private Optional<News.Found> found() {
        return interim.orElse(null) instanceof News.Found found
                ? Optional.of(found)
                : Optional.empty();
    }

    /// Returns whether its interim news or its end, perhaps yet to come, has not been reported.
    public boolean isOpen() {
        return nudge.isOpen() || interim.filter(News::isOpen).isPresent();
    }

    boolean isSettled() {
        return nudge.isSettled() && interim.stream().allMatch(News.Interim::isSettled);
    }
}
