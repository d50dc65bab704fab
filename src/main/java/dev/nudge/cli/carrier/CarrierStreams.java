package dev.nudge.cli.carrier;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// The standard streams of a command that is carried to the daemon.
///
/// @param kinds what they are connected to, as [dev.nudge.protocol.Frame.Kind#RUN] says it
public record CarrierStreams(String kinds, InputStream in, OutputStream out, OutputStream err) {
    private static final int DEVICE_BITS = 8;
    private static final int MAJOR = 0xfff;
    private static final Duration PAUSE = Duration.ofMillis(5);

    /// Returns those of this process.
    public static CarrierStreams own() {
        return new CarrierStreams(
                "" + kind(0) + kind(1) + kind(2),
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err));
    }

    private static char kind(int descriptor) {
        Path link = Path.of("/proc/self/fd/" + descriptor);
        try {
            if (Files.readSymbolicLink(link).toString().startsWith("pipe:")) {
                return 'p';
            }
            Number device = (Number) Files.getAttribute(link, "unix:rdev");
            return isTerminal(device.intValue() >> DEVICE_BITS & MAJOR) ? 't' : 'o';
        } catch (IOException closed) {
            return 'o';
        }
    }

    /// Returns whether devices of this major number are terminals (devices.txt of Linux).
    private static boolean isTerminal(int major) {
        return switch (major) {
            // Virtual and serial consoles; /dev/tty and /dev/console; USB; serial; hypervisors.
            case 4, 5, 166, 188, 204, 229 -> true;
            default -> major >= 136 && major <= 143;
        };
    }

    /// Copies bytes of a file to standard output.
    ///
    /// @param to offset behind the last one; less is copied if the file is shorter
    void copy(Path file, long from, long to) throws IOException {
        WritableByteChannel target = Channels.newChannel(out);
        try (FileChannel source = FileChannel.open(file)) {
            for (long at = from; at < Math.min(to, source.size()); ) {
                long count = source.transferTo(at, to - at, target);
                awaitReader(count);
                at += count;
            }
        }
    }

    /// Writes all of the bytes to standard output or standard error.
    static void write(OutputStream stream, byte[] bytes) throws IOException {
        WritableByteChannel target = Channels.newChannel(stream);
        for (ByteBuffer rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
            awaitReader(target.write(rest));
        }
    }

    /// Waits a moment if nothing could be written. The streams belong to other programs too, and
    /// one of them may have set that writing does not wait for the reader.
    private static void awaitReader(long written) {
        if (written == 0) {
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
