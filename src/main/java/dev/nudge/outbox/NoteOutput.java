package dev.nudge.outbox;

import dev.nudge.delivery.message.EndNote.Quote;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.Job;
import dev.nudge.job.WindowSize;
import dev.nudge.output.LogReader;
import dev.nudge.store.LogHole;
import dev.nudge.terminal.text.BinaryOutput;
import dev.nudge.terminal.text.PlainText;
import dev.nudge.terminal.text.Playback;
import dev.nudge.text.Ellipsis;
import dev.nudge.text.Utf8;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Reads the part of a job's output that a message quotes: its beginning or its end.
final class NoteOutput {
    /// Bytes that are read: enough for what is quoted beside a long progress bar.
    private static final int READ = 64 * 1024;

    /// Bytes of a terminal's output that are played to find the text that was on the screen.
    private static final int PLAYED = 1 << 20;

    private NoteOutput() {}

    /// Quotes the output of the last attempt. Reads at most one MiB.
    static Quote of(Job job, Path log, boolean isEnd) throws IOException {
        boolean isPlayed = job.spec().terminal().isPresent();
        LogReader reader = new LogReader(log, LogHole.NONE);
        long start = job.outputStart();
        if (BinaryOutput.isIn(log, start)) {
            return Quote.start(
                    BinaryOutput.words(reader.size() - start)
                            + "; to see it: read_output with raw: true");
        }
        Piece written = part(log, reader.behindHole(start), isPlayed ? PLAYED : READ, isEnd);
        Piece shown = isPlayed ? played(written, job.spec().terminal().get(), isEnd) : written;
        String lines = PlainText.lines(shown.bytes());
        return new Quote(
                isEnd
                        ? Ellipsis.end(lines, NudgeMessage.MAX_OUTPUT, shown.isCut())
                        : Ellipsis.start(lines, NudgeMessage.MAX_OUTPUT, shown.isCut()),
                isEnd);
    }

    /// The beginning or the end of an output.
    ///
    /// @param isCut whether there is more
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Piece(byte[] bytes, boolean isCut) {}

    private static Piece part(Path log, long start, int length, boolean isEnd) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(log)) {
            long from = isEnd ? Math.max(start, channel.size() - length) : start;
            byte[] bytes = Channels.newInputStream(channel.position(from)).readNBytes(length);
            return from > start
                    ? new Piece(fromSecondLine(bytes), true)
                    : new Piece(bytes, from + bytes.length < channel.size());
        }
    }

    /// Skips the part before the first line end, which may begin inside a character or an escape
    /// sequence.
    private static byte[] fromSecondLine(byte[] bytes) {
        for (int i = 0; i < bytes.length - 1; i++) {
            if (bytes[i] == '\n') {
                return Arrays.copyOfRange(bytes, i + 1, bytes.length);
            }
        }
        return Arrays.copyOfRange(bytes, Utf8.continued(bytes, 0, bytes.length), bytes.length);
    }

    private static Piece played(Piece written, WindowSize size, boolean isEnd) throws IOException {
        byte[] text =
                Playback.of(new ByteArrayInputStream(written.bytes()), size.columns(), size.rows())
                        .getBytes(StandardCharsets.UTF_8);
        int from = isEnd ? Math.max(0, text.length - READ) : 0;
        byte[] part = Arrays.copyOfRange(text, from, Math.min(text.length, from + READ));
        return new Piece(
                from > 0 ? fromSecondLine(part) : part,
                written.isCut() || part.length < text.length);
    }
}
