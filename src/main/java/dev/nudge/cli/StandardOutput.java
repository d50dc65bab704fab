package dev.nudge.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Standard output for bytes. Its reader may leave early, as `head` does; this command then ends as
/// other commands do.
final class StandardOutput extends OutputStream {
    private static final int BROKEN_PIPE = ExitCodes.SIGNAL + 13;

    private final OutputStream out = new FileOutputStream(FileDescriptor.out);

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            if ("Broken pipe".equals(e.getMessage())) {
                System.exit(BROKEN_PIPE);
            }
            throw e;
        }
    }
}
