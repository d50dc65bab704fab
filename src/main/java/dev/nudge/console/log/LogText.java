package dev.nudge.console.log;

import dev.nudge.console.FoundJob;
import dev.nudge.job.WindowSize;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.output.search.TurnTaking;
import dev.nudge.terminal.text.Playback;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;

/// Prints the output of a job as its terminal shows it.
public final class LogText {
    private static final long PLAYED = 32L << 20;

    private final FoundJob found;

    public LogText(FoundJob found) {
        this.found = found;
    }

    /// Prints its lines.
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
            try (OutputStream search = wanted.search(pattern, grep, new TurnTaking())) {
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
        WindowSize size = found.job().spec().terminal().orElseThrow();
        try (FileChannel log = FileChannel.open(found.output())) {
            log.position(Math.max(found.hole().to(), log.size() - PLAYED));
            String text = Playback.of(Channels.newInputStream(log), size.columns(), size.rows());
            return text.lines().toList();
        }
    }
}
