package dev.nudge.soak;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// What is remembered of an output.
record Checksum(int bytes, String sha256) {
    static final Checksum EMPTY = of("");

    static Checksum of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    static Checksum of(byte[] bytes) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new Checksum(bytes.length, HexFormat.of().formatHex(sum));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
