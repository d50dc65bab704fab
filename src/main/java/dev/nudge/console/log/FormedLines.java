package dev.nudge.console.log;

import dev.nudge.output.search.ByteScan;
import dev.nudge.output.search.WholeLines;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/// Brings lines into the form in which they are shown.
final class FormedLines extends WholeLines {
    private static final int ROOM = 8 << 10;

    private final List<UnaryOperator<byte[]>> forms;
    private final OutputStream out;

    /// @param forms of a line with its line end, if it has one, applied one after the other; a line
    ///   of which nothing is left is not shown
    FormedLines(List<UnaryOperator<byte[]>> forms, OutputStream out) {
        super(ROOM);
        this.forms = forms;
        this.out = out;
    }

    @Override
    protected void lines(byte[] bytes, int from, int to) throws IOException {
        for (int at = from; at < to; ) {
            int end = ByteScan.lineEnd(bytes, at, to);
            out.write(formed(Arrays.copyOfRange(bytes, at, end)));
            at = end;
        }
    }

    private byte[] formed(byte[] line) {
        byte[] formed = line;
        for (UnaryOperator<byte[]> form : forms) {
            formed = formed.length == 0 ? formed : form.apply(formed);
        }
        return formed;
    }

    @Override
    public void flush() throws IOException {
        super.flush();
        out.flush();
    }
}
