package dev.nudge.output.search;

import dev.nudge.output.search.regex.LineAutomaton;
import dev.nudge.terminal.text.LineStyle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Says whether a pattern is found in a line: from its bytes if they are text, perhaps with control
/// sequences and carriage returns; from its text otherwise. For one thread.
final class LineMatcher {
    /// Lines of more characters may be left in the middle.
    private static final int LONG = 4096;

    private final SearchPattern pattern;
    private final LineStyle style;
    private final Patience patience;
    private final @Nullable LineAutomaton automaton;
    private int looked;

    LineMatcher(SearchPattern pattern, LineStyle style, Patience patience) {
        this.pattern = pattern;
        this.style = style;
        this.patience = patience;
        this.automaton = pattern.automaton().orElse(null);
    }

    /// Returns whether it is found in the line with these bytes.
    ///
    /// @param earliest where a match begins at the earliest
    /// @param end behind its line end, if it has one
    /// @param controls which control characters may be in it and count
    boolean isMatch(byte[] block, int start, int earliest, int end, BlockControls controls)
            throws IOException {
        looked += end - start;
        if (looked > WholeLines.BLOCK) {
            looked = 0;
            patience.look();
        }
        return switch (answer(block, start, earliest, end, controls)) {
            case YES -> true;
            case NO -> false;
            case UNKNOWN -> isInText(style.text(text(block, start, end)));
        };
    }

    private LineAutomaton.Answer answer(
            byte[] block, int start, int earliest, int end, BlockControls controls) {
        if (automaton == null) {
            return LineAutomaton.Answer.UNKNOWN;
        }
        int last = withoutEnd(block, start, end);
        return switch (controls) {
            case NONE -> automaton.answer(automaton.read(automaton.start(), block, earliest, last));
            case ESCAPES -> colouredAnswer(automaton, block, start, earliest, last);
            case ANY -> readableAnswer(automaton, block, start, earliest, last);
        };
    }

    /// Leaves control sequences out. What is found before them stays found.
    private static LineAutomaton.Answer colouredAnswer(
            LineAutomaton automaton, byte[] block, int start, int earliest, int last) {
        int state = automaton.start();
        boolean isBlank = true;
        int at = start;
        while (at < last) {
            int escape = ByteScan.next((byte) EscapeScan.ESCAPE, block, at, last);
            state = automaton.read(state, block, Math.max(at, earliest), escape);
            isBlank = isBlank && isBlank(block, at, escape);
            if (escape == last || (!isBlank && automaton.isFound(state))) {
                break;
            }
            at = EscapeScan.endOfAll(block, escape, last);
            if (at == escape || !automaton.isWhole(state)) {
                return LineAutomaton.Answer.UNKNOWN;
            }
        }
        return isBlank ? LineAutomaton.Answer.UNKNOWN : automaton.answer(state);
    }

    /// Leaves control sequences out, and what a carriage return replaces; knows no answer if there
    /// are other control characters.
    private static LineAutomaton.Answer readableAnswer(
            LineAutomaton automaton, byte[] block, int start, int earliest, int last) {
        int state = automaton.start();
        boolean hasControls = false;
        boolean isBlank = true;
        for (int at = start; at < last; ) {
            int control = ByteScan.control(block, at, last);
            state = automaton.read(state, block, Math.max(at, earliest), control);
            isBlank = isBlank && isBlank(block, at, control);
            if (control == last) {
                break;
            }
            hasControls = true;
            boolean isReturn = block[control] == '\r';
            at = isReturn ? control + 1 : EscapeScan.endOfAll(block, control, last);
            if (at == control || !automaton.isWhole(state)) {
                return LineAutomaton.Answer.UNKNOWN;
            }
            state = isReturn ? automaton.start() : state;
            isBlank |= isReturn;
        }
        // A last state of blanks is not read: the one before it stays.
        return hasControls && isBlank ? LineAutomaton.Answer.UNKNOWN : automaton.answer(state);
    }

    /// Returns whether there may be only blanks.
    private static boolean isBlank(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] <= ' ') {
            i++;
        }
        return i == to;
    }

    private boolean isInText(String line) throws IOException {
        return line.length() > LONG ? isInLong(line) : pattern.isIn(line);
    }

    private boolean isInLong(String line) throws IOException {
        try {
            return pattern.isIn(new Watched(line, patience));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static int withoutEnd(byte[] block, int start, int end) {
        int last = end > start && block[end - 1] == '\n' ? end - 1 : end;
        return last < end && last > start && block[last - 1] == '\r' ? last - 1 : last;
    }

    private String text(byte[] block, int start, int end) {
        int length = withoutEnd(block, start, end) - start;
        return new String(block, start, length, StandardCharsets.UTF_8);
    }

    /// A long line, in which looking can end.
    private record Watched(CharSequence line, Patience patience) implements CharSequence {
        @Override
        public char charAt(int index) {
            if (index % LONG == 0) {
                look();
            }
            return line.charAt(index);
        }

        private void look() {
            try {
                patience.look();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public int length() {
            return line.length();
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return line.subSequence(from, to);
        }

        @Override
        public String toString() {
            return line.toString();
        }
    }
}
