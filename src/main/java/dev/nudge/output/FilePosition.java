package dev.nudge.output;

import dev.nudge.output.RotatedFiles.SeenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/// The place up to which a file has been read.
///
/// @param file the file's identity, as the system tells files apart; empty if there was none yet
/// @param offset after the last whole line
/// @param since when the file was created. If there was none yet: files created after this may have
///   had its name in the meantime
/// @param before the bytes before the offset, at most [#KNOWN], in hexadecimal: they are still
///   there unless the file was emptied. May be empty
public record FilePosition(String file, long offset, Instant since, String before) {
    /// The start of the file that has the name, whichever that will be.
    public static final FilePosition START = new FilePosition("", 0, Instant.MAX, "");

    /// The most bytes before a position that are kept.
    static final int KNOWN = 64;

    private static final HexFormat HEX = HexFormat.of();

    static FilePosition startOf(SeenFile file) {
        return new FilePosition(file.key(), 0, file.born(), "");
    }

    /// Returns the current end of a file; if it does not exist, the start of the next file of that
    /// name, even if it will have been renamed before anyone looks.
    public static FilePosition end(Path file) throws IOException {
        Optional<SeenFile> now = SeenFile.at(file);
        if (now.isEmpty()) {
            return new FilePosition("", 0, RotatedFiles.lastChange(file), "");
        }
        SeenFile seen = now.get();
        int count = (int) Math.min(KNOWN, seen.size());
        byte[] known = seen.read(seen.size() - count, count);
        return startOf(seen).movedTo(seen.size()).knowing(known, count);
    }

    /// Returns another position in the same file; the bytes before it are not known.
    public FilePosition movedTo(long other) {
        return new FilePosition(file, other, since, "");
    }

    /// Returns the same position with the bytes before it: those before index `end` of `bytes`. If
    /// `bytes` is shorter than that, they are not known.
    FilePosition knowing(byte[] bytes, int end) {
        int start = Math.max(0, end - KNOWN);
        String known = bytes.length < end ? "" : HEX.formatHex(bytes, start, end);
        return new FilePosition(file, offset, since, known);
    }

    byte[] known() {
        return HEX.parseHex(before);
    }

    /// Returns whether this position is in that file, and the file has not been emptied since.
    boolean isIn(SeenFile other) {
        // A file created later may have the identity of a removed one. If the file system does not
        // know when files are created, `born` is the last change: then none counts as younger.
        boolean isYounger = other.born().isAfter(since) && other.born().isBefore(other.modified());
        if (!other.key().equals(file) || other.size() < offset || isYounger) {
            return false;
        }
        byte[] known = known();
        byte[] now = other.read(offset - known.length, known.length);
        return isSame(known, now, now.length);
    }

    /// Returns whether bytes of a file are the same as before; false if there are fewer now, only
    /// `length`. Zeros count as the same: bytes given back to the file system read as such.
    static boolean isSame(byte[] before, byte[] now, int length) {
        if (length < before.length) {
            return false;
        }
        for (int i = 0; i < before.length; i++) {
            if (now[i] != before[i] && now[i] != 0) {
                return false;
            }
        }
        return true;
    }
}
