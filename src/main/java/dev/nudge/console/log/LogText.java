package dev.nudge.console.log;

import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.job.WindowSize;
import dev.nudge.output.LogReader;
import dev.nudge.output.PlayedLines;
import dev.nudge.output.search.Patience;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.terminal.emulator.HeadlessTerminal;
import dev.nudge.terminal.text.PlainText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Prints the output of a job as its terminal shows it, or would if it had one.
public final class LogText {
    private static final long PLAYED = 32L << 20;

    private final FoundJob found;

    public LogText(FoundJob found) {
        this.found = found;
    }

    /// Returns whether lines of its output are shown by this alone: those on a terminal, or a
    /// number of the last ones if the cursor is moved in them, so that other lines are there at
    /// last.
    public boolean isNeeded(LogSelection wanted, boolean isFollowed) throws IOException {
        if (found.job().spec().terminal().isPresent()) {
            return true;
        }
        if (isFollowed || wanted.lines() == null || wanted.isOfPart()) {
            return false;
        }
        LogReader log = new LogReader(found.output(), found.hole());
        long end = log.size();
        return PlayedLines.areMoved(log, log.startOfLastLines(wanted.lines(), end, 0), end);
    }

    public void print(LogSelection wanted, OutputStream out) throws IOException {
        List<String> text = text();
        SearchPattern pattern = wanted.pattern();
        int most = wanted.lines() == null ? Integer.MAX_VALUE : wanted.lines();
        try (OutputStream shown = wanted.shownTo(out, OptionalLong.empty())) {
            if (pattern == null) {
                write(text.subList(Math.max(0, text.size() - most), text.size()), shown);
                return;
            }
            long matches = text.stream().filter(pattern::isIn).count();
            long skipped = Math.max(0, matches - most);
            Grep grep = wanted.grep(skipped, shown);
            try (OutputStream search = wanted.search(pattern, grep, new Patience.InTurns())) {
                write(text, search);
            }
        }
    }

    private static void write(List<String> lines, OutputStream out) throws IOException {
        for (String line : lines) {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private List<String> text() throws IOException {
        Optional<WindowSize> terminal = found.job().spec().terminal();
        return terminal.isPresent() ? shown(terminal.get()) : played();
    }

    private List<String> played() throws IOException {
        LogReader log = new LogReader(found.output(), found.hole());
        long end = found.job().isEnded() ? log.size() : log.wholeEnd();
        long from = log.startOfLine(Math.max(found.hole().to(), end - PLAYED));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (PlayedLines lines = PlayedLines.to(text, from)) {
            long _ = log.copy(from, end, lines);
        }
        String whole = text.toString(StandardCharsets.UTF_8);
        return Stream.of(whole.split("\n")).map(PlainText::readable).toList();
    }

    private List<String> shown(WindowSize size) throws IOException {
        try (FileChannel log = FileChannel.open(found.output())) {
            log.position(Math.max(found.hole().to(), log.size() - PLAYED));
            String text =
                    HeadlessTerminal.textOf(
                            Channels.newInputStream(log), size.columns(), size.rows());
            return text.lines().toList();
        }
    }
}
