package dev.nudge.console.log;

import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.JobWait;
import dev.nudge.console.caller.Caller;
import dev.nudge.console.log.FollowProgress.FollowPlace;
import dev.nudge.console.log.LogFollow.PieceOutput;
import dev.nudge.job.Job;
import dev.nudge.output.LogReader;
import dev.nudge.output.PlayedLines;
import dev.nudge.output.search.LineSearch;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.store.LogHole;
import dev.nudge.store.LogTimes;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

/// Shows the log of one job.
final class LogView implements AutoCloseable {
    private final Job job;
    private final LogReader log;
    private final LogSelection wanted;
    private final boolean isVerbatim;
    private final long end;
    private final LastMatches.Lines shown;
    private final Caller caller;
    private final OutputStream forms;
    private final Grep grep;
    private final Optional<LineSearch> search;
    private final Optional<PlayedLines> played;
    private final OutputStream out;
    private long skipped;

    /// @param isAlone whether no other log is shown: otherwise each line names its job
    /// @param from the place up to which it has been shown already; empty at the beginning
    /// @param lines takes the lines in their form; stays open
    /// @param caller once it has left, nothing more is searched
    LogView(
            FoundJob found,
            LogSelection wanted,
            boolean isAlone,
            Optional<FollowPlace> from,
            OutputStream lines,
            Caller caller)
            throws IOException {
        this.job = found.job();
        this.log = new LogReader(found.output(), found.hole());
        this.wanted = wanted;
        this.isVerbatim = isAlone && wanted.isVerbatim();
        this.end =
                Math.min(
                        attemptEnd(),
                        wanted.isText() && !job.isEnded() ? log.wholeEnd() : log.size());
        this.caller = caller;
        this.forms =
                wanted.shownTo(
                        lines, isAlone ? OptionalLong.empty() : OptionalLong.of(job.number()));
        this.shown = from.isPresent() ? rest(from.get().offset()) : shown();
        this.grep = wanted.grep(skipped, forms);
        this.search =
                Optional.ofNullable(wanted.pattern())
                        .map(pattern -> wanted.search(pattern, grep, caller::requirePresence));
        OutputStream chosen = search.map(OutputStream.class::cast).orElse(forms);
        this.played =
                wanted.isText()
                        ? Optional.of(PlayedLines.to(chosen, shown.from()))
                        : Optional.empty();
        this.out = played.map(OutputStream.class::cast).orElse(chosen);
        from.map(FollowPlace::after).ifPresent(after -> after.ifPresent(grep::resume));
    }

    private long attemptStart() {
        Integer attempt = wanted.attempt();
        return attempt == null || attempt == 1 ? 0 : job.attempts().get(attempt - 2).outputEnd();
    }

    private long attemptEnd() {
        Integer attempt = wanted.attempt();
        return attempt == null || attempt > job.attempts().size()
                ? Long.MAX_VALUE
                : job.attempts().get(attempt - 1).outputEnd();
    }

    /// Returns the rest. Lines that were begun, but not complete, have not been shown.
    private LastMatches.Lines rest(long from) throws IOException {
        long begin = isVerbatim ? from : log.startOfLine(from);
        return new LastMatches.Lines(begin, Math.max(begin, end));
    }

    private LastMatches.Lines shown() throws IOException {
        long earliest =
                Math.max(
                        Math.min(end, attemptStart()),
                        wanted.since() == null ? 0 : after(wanted.since()));
        Integer lines = wanted.lines();
        SearchPattern pattern = wanted.pattern();
        if (lines == null || pattern == null) {
            long last = lines == null ? 0 : log.startOfLastLines(lines, end, 0);
            return new LastMatches.Lines(Math.max(earliest, last), end);
        }
        LastMatches.Lines matches = lastMatches(pattern).find(lines, earliest, end);
        if (matches.from() == end) {
            return matches;
        }
        // With the lines around them, of which some may match too.
        long start = Math.max(earliest, log.startOfLastLines(wanted.context(), matches.from(), 0));
        skipped = lastMatches(pattern).count(start, matches.from());
        return new LastMatches.Lines(start, log.endOfLines(wanted.context(), matches.to(), end));
    }

    /// Returns the offset for a time. A line begun before it and ended after it counts.
    private long after(Instant time) throws IOException {
        if (hasEndedBefore(time)) {
            return end;
        }
        long offset = Math.min(end, LogTimes.of(log.file()).offsetAfter(time));
        return log.startOfLine(offset);
    }

    private LastMatches lastMatches(SearchPattern pattern) {
        return new LastMatches(
                log, found -> wanted.search(pattern, found, caller::requirePresence));
    }

    /// Shows the log as it is now. Reports to `err` how many bytes were left out because the log
    /// exceeded its limit.
    void print(PrintWriter err) throws IOException {
        // Of a job that has just ended, a part may be given back within a second or two.
        boolean isFinal = hasEndedBefore(Instant.now().minusSeconds(3));
        long missing =
                isVerbatim && isFinal
                        ? copyByCaller(shown.from(), shown.to())
                        : log.copy(shown.from(), shown.to(), out::write);
        out.flush();
        missing += log.hole().within(shown.to(), end);
        if (missing > 0) {
            err.println(LogFollow.complaint(missing, log.hole().from()));
        }
    }

    /// @return how many bytes were left out
    private long copyByCaller(long from, long to) throws IOException {
        LogHole hole = log.look();
        caller.copy(log.file(), from, Math.clamp(hole.from(), from, to));
        caller.copy(log.file(), Math.clamp(hole.to(), from, to), to);
        return hole.within(from, to);
    }

    private boolean hasEndedBefore(Instant time) {
        return job.endedAt().filter(end -> end.isBefore(time)).isPresent();
    }

    FollowPlace start() {
        return place(shown.from());
    }

    /// Returns how much has been shown once everything up to an offset was written.
    private FollowPlace place(long end) {
        long taken = end - played.map(PlayedLines::held).orElse(0);
        return search.map(lines -> grep.place(taken - lines.held()))
                .orElseGet(() -> FollowPlace.at(end));
    }

    /// Begins to follow the log, and shows it as it is now.
    ///
    /// @param pieces what the constructor got as `lines`, used for this log alone
    /// @return shows what is written from then on, until the job has ended, and closes this
    Callable<Void> begin(FollowProgress progress, PieceOutput pieces, Invocation call)
            throws IOException {
        LogFollow.Progress shows = to -> progress.record(job.number(), place(to), pieces);
        LogFollow follow = new LogFollow(log, shown.from(), out, shows);
        follow.show(end);
        follow.complain(call.err());
        return () -> {
            try (JobWait wait = call.waitFor(List.of(job.number()))) {
                JobSnapshot _ = follow.untilEnd(wait, caller);
                follow.complain(call.err());
            }
            close();
            progress.record(job.number(), FollowPlace.end(), pieces);
            return null;
        };
    }

    @Override
    public void close() throws IOException {
        out.close();
        forms.close();
    }
}
