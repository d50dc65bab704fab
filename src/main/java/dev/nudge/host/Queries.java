package dev.nudge.host;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/// Removes the questions that programs ask their terminal. The terminal's host answers them, so the
/// terminals of attached clients must not be asked as well: the program would read a second answer
/// as keys.
final class Queries {
    /// Device attributes, status reports, mode requests, version, keyboard and window reports
    /// (CSI), colours (OSC), settings and capabilities (DCS), by xterm's control sequences.
    private static final Pattern QUERY =
            Pattern.compile(
                    "\u001b\\[(?:[>=]?\\d*c|\\??[56]n|\\??\\d+\\$p|>\\d*q|\\?u|(?:1[1345689]|2[01])t)"
                            + "|\u001b\\](?:4;\\d+|1\\d);\\?(?:\u0007|\u001b\\\\)"
                            + "|\u001bP[+$]q[^\u001b]*\u001b\\\\");

    private Queries() {}

    /// Returns the bytes without queries. A query that is split between two chunks stays.
    static byte[] without(byte[] bytes, int length) {
        String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        return text.indexOf('\u001b') < 0
                ? Arrays.copyOf(bytes, length)
                : QUERY.matcher(text).replaceAll("").getBytes(StandardCharsets.ISO_8859_1);
    }
}
