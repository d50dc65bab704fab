package dev.nudge.output;

import dev.nudge.store.LogHole;
import dev.nudge.terminal.text.BinarySniffer;
import dev.nudge.text.ByteSize;
import java.io.IOException;

/// Tells from its first bytes whether the output of a job's attempt is binary (rules R42 to R44),
/// and returns the words shown in place of its text.
public final class BinaryOutput {
    private BinaryOutput() {}

    /// Returns whether the output of an attempt is binary. Reads some hundred bytes: the first
    /// ones, or what is left of them.
    ///
    /// @param start where the attempt begins in the log
    /// @param isTerminal whether a terminal wrote it, where a few NUL bytes do not make it binary
    /// @throws IOException also if there is no such file
    public static boolean isIn(LogReader log, long start, boolean isTerminal) throws IOException {
        LogHole hole = log.look();
        long from = log.behindHole(start);
        long most = hole.from() > from ? hole.from() - from : BinarySniffer.SAMPLE;
        BinarySniffer sniffer = isTerminal ? BinarySniffer.ofTerminal() : BinarySniffer.ofPipe();
        byte[] head = LogBlocks.read(log.file(), from, (int) Math.min(BinarySniffer.SAMPLE, most));
        return sniffer.accept(head, 0, head.length);
    }

    /// Returns the words shown in place of the text: `binary output, 12.3 MB`.
    public static String words(long bytes) {
        return "binary output, " + ByteSize.words(bytes);
    }
}
