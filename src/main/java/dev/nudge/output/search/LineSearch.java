package dev.nudge.output.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Finds the lines in which a pattern is found, in bytes that come piece by piece. If every match
/// contains a known text, only the lines that contain it are looked at more closely. For one
/// thread.
public final class LineSearch extends WholeLines {
    /// To link the functions that look through less costs more than it gives.
    private static final int LARGE = 64 << 10;

    /// Lines of more characters may be left in the middle.
    private static final int LONG = 4096;

    private final SearchPattern pattern;
    private final Reading reading;
    private final Found found;
    private final Patience patience;
    private List<ByteFinder> finders = List.of();
    private int[] next = {};
    private @Nullable ControlFinder controls;
    private int nextControl;
    private MemorySegment mirror = MemorySegment.NULL;
    private MemorySegment texts = MemorySegment.NULL;
    private byte[] folded = {};
    private int looked;

    /// Takes what was looked at, in order and without a gap.
    public interface Found {
        /// A line in which the pattern is found, with its line end if it has one.
        void matching(byte[] bytes, int from, int to) throws IOException;

        /// Lines in which it is not found.
        void other(byte[] bytes, int from, int to) throws IOException;

        /// Passes on what was taken so far.
        default void flush() throws IOException {
            // Nothing is kept back.
        }
    }

    /// How the bytes of a line become the text that is looked at.
    private record Reading(boolean isRaw, UnaryOperator<String> style) {}

    private LineSearch(SearchPattern pattern, Reading reading, Found found, Patience patience) {
        super(BLOCK);
        this.pattern = pattern;
        this.reading = reading;
        this.found = found;
        this.patience = patience;
    }

    /// Looks at lines as they are, without their line ends (`\n` or `\r\n`).
    public static LineSearch raw(SearchPattern pattern, Found found, Patience patience) {
        Reading reading = new Reading(true, UnaryOperator.identity());
        return new LineSearch(pattern, reading, found, patience);
    }

    /// Looks at what can be read of lines.
    ///
    /// @param style may change only lines with control characters other than tabs
    public static LineSearch styled(
            SearchPattern pattern, UnaryOperator<String> style, Found found, Patience patience) {
        return new LineSearch(pattern, new Reading(false, style), found, patience);
    }

    /// Looks at all whole lines that have come.
    @Override
    public void flush() throws IOException {
        super.flush();
        found.flush();
    }

    @Override
    protected void lines(byte[] block, int to) throws IOException {
        patience.look();
        mirror(block, to);
        int done = 0;
        for (int at = 0; at < to; ) {
            int candidate = candidate(block, at, to);
            if (candidate >= to) {
                break;
            }
            int start = ByteScan.lineStart(block, candidate, at);
            int end = ByteScan.lineEnd(block, candidate, to);
            if (isMatch(block, start, end)) {
                pass(block, done, start);
                found.matching(block, start, end);
                done = end;
            }
            at = end;
        }
        pass(block, done, to);
    }

    private void pass(byte[] block, int from, int to) throws IOException {
        if (from < to) {
            found.other(block, from, to);
        }
    }

    private void mirror(byte[] block, int to) {
        if (finders.isEmpty() && to >= LARGE) {
            finders =
                    pattern.needed().stream()
                            .map(t -> new ByteFinder(t, pattern.isAnyCase()))
                            .toList();
            next = new int[finders.size()];
            controls = reading.isRaw() || finders.isEmpty() ? null : new ControlFinder();
        }
        if (finders.isEmpty()) {
            return;
        }
        if (mirror.byteSize() <= block.length) {
            mirror = Arena.ofAuto().allocate(block.length + 1L);
            texts = pattern.isAnyCase() ? Arena.ofAuto().allocate(block.length) : mirror;
            folded = new byte[pattern.isAnyCase() ? block.length : 0];
        }
        MemorySegment.copy(block, 0, mirror, ValueLayout.JAVA_BYTE, 0, to);
        mirror.set(ValueLayout.JAVA_BYTE, to, (byte) 0);
        if (pattern.isAnyCase()) {
            ByteScan.fold(block, folded, to);
            MemorySegment.copy(folded, 0, texts, ValueLayout.JAVA_BYTE, 0, to);
        }
        Arrays.fill(next, -1);
        nextControl = -1;
        if (controls != null) {
            controls.begin();
        }
    }

    /// Returns a byte of the next line that may match; `to` or more if there is none.
    private int candidate(byte[] block, int at, int to) {
        if (finders.isEmpty()) {
            return at;
        }
        int candidate = Integer.MAX_VALUE;
        for (int i = 0; i < next.length; i++) {
            if (next[i] < at) {
                next[i] = orNever(finders.get(i).find(texts, at, to));
            }
            candidate = Math.min(candidate, next[i]);
        }
        if (controls != null) {
            if (nextControl < at) {
                nextControl = orNever(controls.find(block, mirror, at, to));
            }
            candidate = Math.min(candidate, nextControl);
        }
        return candidate;
    }

    private static int orNever(int found) {
        return found < 0 ? Integer.MAX_VALUE : found;
    }

    private boolean isMatch(byte[] block, int start, int end) throws IOException {
        if (!finders.isEmpty() && reading.isRaw() && pattern.isLiteral()) {
            return true;
        }
        looked += end - start;
        if (looked > BLOCK) {
            looked = 0;
            patience.look();
        }
        String line = reading.style().apply(text(block, start, end));
        return line.length() > LONG ? isInLong(line) : pattern.isIn(line);
    }

    private boolean isInLong(String line) throws IOException {
        try {
            return pattern.isIn(new Watched(line, patience));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private String text(byte[] block, int start, int end) {
        int last = end;
        if (last > start && block[last - 1] == '\n') {
            last--;
            last -= reading.isRaw() && last > start && block[last - 1] == '\r' ? 1 : 0;
        }
        return new String(block, start, last - start, StandardCharsets.UTF_8);
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
