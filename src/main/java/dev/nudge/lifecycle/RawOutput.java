package dev.nudge.lifecycle;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Immutable bytes of output. Two are equal if their bytes are.
public final class RawOutput {
    /// No bytes: either there was no output or it is unknown.
    public static final RawOutput EMPTY = new RawOutput(new byte[0]);

    private final byte[] bytes;

    private RawOutput(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Copies bytes.
    public static RawOutput of(byte[] bytes) {
        return new RawOutput(bytes.clone());
    }

    /// Encodes text as UTF-8.
    public static RawOutput utf8(String text) {
        return new RawOutput(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Returns a copy of the bytes.
    public byte[] toByteArray() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawOutput raw && Arrays.equals(bytes, raw.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length == 1 ? "1 byte" : bytes.length + " bytes";
    }
}
