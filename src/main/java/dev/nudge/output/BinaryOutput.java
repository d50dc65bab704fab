package dev.nudge.output;

import dev.nudge.store.LogHole;
import dev.nudge.terminal.text.BinarySniffer;
import dev.nudge.text.ByteSize;
import java.io.IOException;
import java.nio.file.Path;

/// Tells from its first bytes whether the output of a job is binary (rules R42 to R44), and returns
/// the words shown in place of its text.
public final class BinaryOutput {
    private BinaryOutput() {}

    /// Returns whether a log is binary. Reads some hundred bytes.
    ///
    /// @param isTerminal whether a terminal wrote it, where a few NUL bytes do not make it binary
    /// @throws IOException also if there is no such file
    public static boolean isIn(Path file, boolean isTerminal) throws IOException {
        return isIn(file, isTerminal, LogHole.NONE);
    }

    static boolean isIn(Path file, boolean isTerminal, LogHole hole) throws IOException {
        int length =
                hole.to() > 0
                        ? (int) Math.min(BinarySniffer.SAMPLE, hole.from())
                        : BinarySniffer.SAMPLE;
        BinarySniffer sniffer = isTerminal ? BinarySniffer.ofTerminal() : BinarySniffer.ofPipe();
        byte[] head = LogBlocks.read(file, 0, length);
        return sniffer.accept(head, 0, head.length);
    }

    /// Returns the words shown in place of the text: `binary output, 12.3 MB`.
    public static String words(long bytes) {
        return "binary output, " + ByteSize.words(bytes);
    }
}
