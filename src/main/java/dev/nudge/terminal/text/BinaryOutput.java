package dev.nudge.terminal.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nudge.text.ByteCount;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// Tells whether the output of a job's attempt is binary in its bulk, and returns the words shown
/// in place of its text.
///
/// The answer depends on a sample of the first bytes, as many as the largest power of two that has
/// been written. So it is the same for everyone who looks at an output of this length, and can
/// change only when the length has doubled. Control characters that text does not contain are
/// binary. A NUL is text if it ends a word, as in `/proc/PID/cmdline` and the output of `find
/// -print0`; long runs of NULs do not count, since holes in files read as such.
public final class BinaryOutput {
    /// The largest sample that is read as a whole, in bytes. Of a larger one, parts are read.
    private static final int WHOLE = 16 << 10;

    private static final int PARTS = 16;

    /// One control character in this many bytes makes an output binary.
    private static final int LIMIT = 20;

    /// The limit for output that is largely not UTF-8: compressed data has fewer control
    /// characters, and texts in older encodings have none.
    private static final int LIMIT_OF_OTHERS = 100;

    /// Output is largely not UTF-8 if more than one in five of its bytes is invalid.
    private static final int MUCH = 5;

    /// This many NULs in a row may be a hole.
    private static final int HOLE = 64;

    /// The fewest characters that a NUL ends: in UTF-16 it follows a single one.
    private static final int WORD = 2;

    private static final String CONTROLS_OF_TEXT = "\b\t\n\u000b\f\r\u0007\u000e\u000f\u001b";
    private static final int DELETE = 0x7f;

    private long controls;
    private long invalid;
    private long all;
    private int letters;
    private int nuls;

    private BinaryOutput() {}

    /// Returns whether the output of the attempt that begins at the offset `start` is binary. Reads
    /// at most 16 KiB. Fails if there is no such file.
    public static boolean isIn(Path log, long start) throws IOException {
        long sample = sample(Files.size(log) - start);
        if (sample == 0) {
            return false;
        }
        BinaryOutput bytes = new BinaryOutput();
        try (SeekableByteChannel channel = Files.newByteChannel(log)) {
            int parts = sample <= WHOLE ? 1 : PARTS;
            int length = (int) Math.min(sample, WHOLE) / parts;
            for (int i = 0; i < parts; i++) {
                bytes.count(channel, start + i * (sample / parts), length);
            }
        }
        return bytes.isBinary();
    }

    private boolean isBinary() {
        int limit = invalid * MUCH > all ? LIMIT_OF_OTHERS : LIMIT;
        return all == 0 || controls * limit > all;
    }

    /// Returns the size of the sample for an output of `size` bytes. While it stays the same, so
    /// does the answer.
    public static long sample(long size) {
        return size <= 0 ? 0 : Long.highestOneBit(size);
    }

    public static String words(long bytes) {
        return "binary output, " + ByteCount.of(bytes);
    }

    private void count(SeekableByteChannel log, long at, int length) throws IOException {
        byte[] part = Channels.newInputStream(log.position(at)).readNBytes(length);
        invalid += new String(part, UTF_8).chars().filter(c -> c == 0xfffd).count();
        letters = WORD;
        for (byte b : part) {
            count(b);
        }
        endNuls();
    }

    private void count(byte b) {
        if (b == 0) {
            nuls++;
            return;
        }
        endNuls();
        all++;
        boolean isText = b < 0 || (b >= ' ' && b != DELETE) || CONTROLS_OF_TEXT.indexOf(b) >= 0;
        letters = isText ? letters + 1 : 0;
        controls += isText ? 0 : 1;
    }

    private void endNuls() {
        if (nuls > 0 && nuls < HOLE) {
            all += nuls;
            controls += nuls == 1 && letters >= WORD ? 0 : nuls;
        }
        letters = nuls > 0 ? 0 : letters;
        nuls = 0;
    }
}
