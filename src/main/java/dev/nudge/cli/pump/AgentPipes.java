package dev.nudge.cli.pump;

import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The agent's pipes, with a record of what goes through them. Anything that an earlier pump read
/// but did not handle comes first.
public final class AgentPipes {
    private final Journal journal;
    private final Past past;
    private final LineReader in;
    private final LineWriter out;
    private int linesToTake;
    private boolean isAtLineStart = true;

    public AgentPipes(Journal journal, InputStream in, OutputStream out) {
        this.journal = journal;
        this.past = Past.of(journal.earlier());
        InputStream rest = new ByteArrayInputStream(past.rest);
        count(past.rest);
        this.in = new LineReader(new SequenceInputStream(rest, new Recorded(in)));
        this.out = new LineWriter(out);
    }

    /// The state that an earlier pump left behind.
    static final class Past {
        private final List<String> taken;
        private final List<String> answered;
        private final boolean isTorn;
        private final byte[] rest;

        private Past(List<String> taken, List<String> answered, boolean isTorn, byte[] rest) {
            this.taken = taken;
            this.answered = answered;
            this.isTorn = isTorn;
            this.rest = rest;
        }

        /// Returns the lines that it had begun to handle.
        List<String> taken() {
            return taken;
        }

        /// Returns the ids of the calls that it had answered.
        List<String> answered() {
            return answered;
        }

        /// Returns whether it may have been killed in the middle of a line to the agent.
        boolean isTorn() {
            return isTorn;
        }

        private static Past of(List<Journal.Entry> entries) {
            ByteArrayOutputStream input = new ByteArrayOutputStream();
            List<String> answered = new ArrayList<>();
            int lines = 0;
            boolean isTorn = false;
            for (Journal.Entry entry : entries) {
                switch (entry.kind()) {
                    case 'I' -> input.writeBytes(entry.read());
                    case 'T' -> lines++;
                    case 'W' -> isTorn = true;
                    default -> {
                        isTorn = false;
                        answered.add(entry.text());
                    }
                }
            }
            byte[] all = input.toByteArray();
            List<String> taken = new ArrayList<>();
            int begin = 0;
            for (int end = 0; end < all.length && taken.size() < lines; end++) {
                if (all[end] == '\n') {
                    taken.add(new String(all, begin, end - begin, StandardCharsets.UTF_8));
                    begin = end + 1;
                }
            }
            byte[] rest = Arrays.copyOfRange(all, begin, all.length);
            return new Past(List.copyOf(taken), List.copyOf(answered), isTorn, rest);
        }
    }

    /// Returns the state that an earlier pump left behind.
    Past past() {
        return past;
    }

    /// Waits for the next line from the agent, which then counts as being handled.
    Read next() throws IOException {
        Read read = in.next();
        if (!(read instanceof Read.End)) {
            journal.add('T', "");
            taken();
        }
        return read;
    }

    private synchronized void taken() {
        linesToTake--;
    }

    /// Writes a line to the agent.
    ///
    /// @param answeredId the id of the call that it answers; empty if it answers none
    void write(String line, String answeredId) throws IOException {
        synchronized (out) {
            journal.add('W', "");
            out.write(line);
            journal.add('A', answeredId);
        }
    }

    /// Ends a line that the earlier pump may have left half written, so that the next one is read
    /// as a separate line.
    void endTornLine() throws IOException {
        write("", "");
    }

    /// Shortens the record. Call it when no call is pending, from the thread that takes lines.
    synchronized void settle() {
        if (linesToTake == 0 && isAtLineStart) {
            journal.settle();
        }
    }

    private synchronized void count(byte[] bytes) {
        for (byte b : bytes) {
            linesToTake += b == '\n' ? 1 : 0;
        }
        isAtLineStart = bytes.length == 0 ? isAtLineStart : bytes[bytes.length - 1] == '\n';
    }

    /// The agent's bytes, recorded as they are read.
    private final class Recorded extends InputStream {
        private final ReadableByteChannel in;
        private ByteArrayInputStream portion = new ByteArrayInputStream(new byte[0]);

        Recorded(InputStream in) {
            this.in = Channels.newChannel(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (portion.available() == 0) {
                byte[] bytes = journal.read(in);
                count(bytes);
                portion = new ByteArrayInputStream(bytes);
            }
            return portion.read(buffer, offset, length);
        }
    }
}
