package dev.nudge.cli;

import com.google.re2j.Pattern;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/// Passes on the lines that match, with the lines around them, byte for byte.
final class Grep extends LineStream {
    private final Pattern pattern;
    private final int context;
    private final long skipped;
    private final String gap;
    private final OutputStream out;
    private final Deque<byte[]> before = new ArrayDeque<>();
    private long matches;
    private int after;
    private boolean hasShown;
    private boolean isGap;

    /// @param context how many lines before and after a match
    /// @param skipped how many matches at the beginning are left out
    /// @param gap what stands between parts that do not touch, if there is a context
    Grep(Pattern pattern, int context, long skipped, String gap, OutputStream out) {
        super(out);
        this.pattern = pattern;
        this.context = context;
        this.skipped = skipped;
        this.gap = gap;
        this.out = out;
    }

    /// Returns how many lines have matched so far, with those that were left out.
    long matches() {
        return matches;
    }

    @Override
    void line(byte[] bytes) throws IOException {
        if (pattern.matcher(text(bytes)).find() && ++matches > skipped) {
            match(bytes);
        } else if (after > 0) {
            after--;
            show(bytes);
        } else {
            remember(bytes);
        }
    }

    private void match(byte[] bytes) throws IOException {
        if (isGap && hasShown && context > 0) {
            out.write(gap.getBytes(StandardCharsets.US_ASCII));
        }
        for (byte[] earlier : before) {
            show(earlier);
        }
        before.clear();
        isGap = false;
        show(bytes);
        after = context;
    }

    private void show(byte[] bytes) throws IOException {
        out.write(bytes);
        hasShown = true;
    }

    private void remember(byte[] bytes) {
        before.addLast(bytes);
        if (before.size() > context) {
            before.removeFirst();
            isGap = true;
        }
    }
}
