package dev.nudge.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nudge.output.JobLog.Excerpt;
import dev.nudge.terminal.text.LineStyle;
import dev.nudge.text.Counted;
import java.util.ArrayDeque;
import java.util.Deque;

/// Walks over the lines of a part of a log, and keeps those that are wanted, up to a number of
/// characters. A hole in the log appears as a line that says so.
abstract class LinePage implements LogReader.Sink {
    private final LineStyle style;
    private final RawLine.Collector line;
    private long position;
    private long number;
    private boolean isDone;

    private LinePage(LineStyle style, long start, RawLine.Collector line) {
        this.style = style;
        this.position = start;
        this.line = line;
    }

    /// Takes the next line, and returns whether the one after it is wanted too.
    abstract boolean add(RawLine line);

    final String shown(RawLine line) {
        return line.text(style) + (line.isComplete() ? "\n" : "");
    }

    @Override
    public final void write(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length && !isDone; i++) {
            position++;
            if (bytes[i] == '\n') {
                pass(true);
            } else {
                line.add(bytes[i]);
            }
        }
    }

    @Override
    public final void at(long offset) {
        position = offset;
    }

    private void pass(boolean isComplete) {
        isDone = !add(line.line(++number, position, isComplete));
        line.next();
    }

    @Override
    public final void passHole(long from, long to) {
        end();
        position = to;
        if (!isDone) {
            String words =
                    "[… %s missing: the log was over its bound …]"
                            .formatted(Counted.are(to - from, "byte"));
            byte[] bytes = words.getBytes(UTF_8);
            isDone = !add(new RawLine(++number, bytes, 0, 0, to, true));
        }
    }

    @Override
    public final void end() {
        if (!line.isEmpty() && !isDone) {
            pass(false);
        }
    }

    @Override
    public final boolean isDone() {
        return isDone;
    }

    /// The lines with the wanted numbers.
    static final class Numbered extends LinePage {
        private final int budget;
        private final long first;
        private final long last;
        private final StringBuilder text = new StringBuilder();
        private long end;
        private long rest;

        Numbered(LineStyle style, int budget, long first, long last, long start) {
            super(style, start, new RawLine.Collector(false, true));
            this.budget = budget;
            this.first = first;
            this.last = last;
            this.end = start;
        }

        @Override
        boolean add(RawLine line) {
            if (line.number() > last) {
                return false;
            }
            if (line.number() >= first) {
                String added = shown(line);
                if (text.length() + added.length() > budget) {
                    rest = line.number();
                    return false;
                }
                text.append(added);
            }
            end = line.end();
            return true;
        }

        /// Returns the number of the first line for which there was no room; 0 if all had room.
        long rest() {
            return rest;
        }

        long takenTo() {
            return end;
        }

        Excerpt excerpt(String what, String leftOut) {
            return new Excerpt(text.toString(), what, leftOut, end);
        }
    }

    /// As many of the last lines as there is room for.
    static final class Last extends LinePage {
        private final int budget;
        private final int most;
        private final Deque<String> lines = new ArrayDeque<>();
        private int length;
        private long dropped;

        /// @param most how many lines are wanted
        /// @param isWhole whether a line begins at `start`
        Last(LineStyle style, int budget, int most, long start, boolean isWhole) {
            super(style, start, new RawLine.Collector(true, isWhole));
            this.budget = budget;
            this.most = most;
        }

        @Override
        boolean add(RawLine line) {
            lines.add(shown(line));
            length += lines.getLast().length();
            if (lines.size() > most) {
                length -= lines.removeFirst().length();
            }
            while (length > budget && lines.size() > 1) {
                length -= lines.removeFirst().length();
                dropped++;
            }
            return true;
        }

        /// Returns what was kept.
        ///
        /// @param isWhole whether the first line that came is the first of all; if not, the number
        ///   of lines before is unknown
        Excerpt excerpt(long end, boolean isWhole) {
            boolean isOne = lines.size() == 1;
            String what = isOne ? "the last line" : "the last " + lines.size() + " lines";
            boolean isCounted = isWhole || dropped + lines.size() >= most;
            String before = isCounted ? Counted.of(dropped, "line") : "Some of the lines";
            String leftOut =
                    isCounted && dropped == 0
                            ? ""
                            : "%s before %s did not fit: ask for lines by number, or by a pattern."
                                    .formatted(before, isOne ? "it" : "them");
            return new Excerpt(String.join("", lines), what, leftOut, end);
        }
    }
}
