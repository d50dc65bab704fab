package dev.nudge.terminal.text;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// Tells from its first bytes whether an output is binary (rules R42 to R44).
///
/// Each chunk leads to a new judgement of the first 512 bytes, until 4,096 bytes have come. Output
/// of a terminal is binary if more than a tenth of these bytes is NUL, not counting escape
/// sequences; output of a pipe is binary if it contains any NUL. Binary output stays binary; after
/// 4,096 bytes of text it is text for good. Not thread-safe.
public final class BinarySniffer {
    private static final int SNIFFED = 4096;

    /// The number of first bytes that are judged.
    public static final int SAMPLE = 512;

    private static final double LIMIT = 0.1;

    /// Control sequences, complete commands and strings without a NUL, and single escapes.
    private static final Pattern ESCAPES =
            Pattern.compile(
                    "\\x1b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\x00\\x07\\x1b]*(?:\\x07|\\x1b\\\\)"
                            + "|[PX^_][^\\x00\\x1b]*\\x1b\\\\|[ -/]*[0-~])");

    private final boolean isTerminal;
    private final byte[] sample = new byte[SAMPLE];
    private int sampled;
    private long total;
    private boolean isBinary;

    private BinarySniffer(boolean isTerminal) {
        this.isTerminal = isTerminal;
    }

    /// Returns a sniffer for the output of a pty.
    public static BinarySniffer ofTerminal() {
        return new BinarySniffer(true);
    }

    /// Returns a sniffer for the output of a pipe or file.
    public static BinarySniffer ofPipe() {
        return new BinarySniffer(false);
    }

    /// Takes the next bytes and returns whether the output is binary.
    public boolean accept(byte[] bytes, int offset, int length) {
        boolean isOpen = !isBinary && total < SNIFFED;
        total += length;
        if (isOpen) {
            int taken = Math.min(length, SAMPLE - sampled);
            System.arraycopy(bytes, offset, sample, sampled, taken);
            sampled += taken;
            isBinary = judge();
        }
        return isBinary;
    }

    /// Returns whether the output so far is binary.
    public boolean isBinary() {
        return isBinary;
    }

    /// Returns the number of bytes so far.
    public long total() {
        return total;
    }

    private boolean judge() {
        if (!isTerminal) {
            return nulls(sampleText()) > 0;
        }
        String left = ESCAPES.matcher(sampleText()).replaceAll("");
        return !left.isEmpty() && (double) nulls(left) / left.length() > LIMIT;
    }

    /// Returns the sample with one character for each byte.
    private String sampleText() {
        return new String(sample, 0, sampled, StandardCharsets.ISO_8859_1);
    }

    private static long nulls(String text) {
        return text.chars().filter(c -> c == 0).count();
    }
}
