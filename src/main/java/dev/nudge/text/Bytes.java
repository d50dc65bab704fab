package dev.nudge.text;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.IntPredicate;

/// Text that stands for bytes which need not be UTF-8: arguments, variables and paths, as the
/// system has them. A byte that is not part of a UTF-8 character (RFC 3629) is the lone surrogate
/// U+DC00 + byte, U+DC80 to U+DCFF, as in Python's `surrogateescape`; everything else is the text
/// itself. So every sequence of bytes has one text, from which the same bytes can be made, and
/// ordinary text stands for itself. Such texts can be joined like the bytes.
///
/// The front writes such texts in its greeting, Java keeps them, and `json_string` in
/// `src/main/c/text.c` defines the same. [#shown] is for people, and for JSON that others read.
public final class Bytes {
    private static final int ESCAPE = 0xdc00;

    /// The character that a decoder puts in place of bytes that are not UTF-8. A path can also
    /// contain it.
    private static final char REPLACEMENT = '\ufffd';

    private Bytes() {}

    public static String text(byte[] bytes) {
        return text(bytes, 0, bytes.length);
    }

    /// Returns the text that stands for a part of these bytes.
    public static String text(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] >= 0) {
            at++;
        }
        if (at == to) {
            return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
        }
        StringBuilder text = new StringBuilder(to - from);
        int plain = from;
        while (at < to) {
            int size = size(bytes, at, to);
            if (size == 0) {
                text.append(new String(bytes, plain, at - plain, StandardCharsets.UTF_8));
                text.append((char) (ESCAPE | (bytes[at] & 0xff)));
                plain = at + 1;
            }
            at += Math.max(size, 1);
        }
        return text.append(new String(bytes, plain, to - plain, StandardCharsets.UTF_8)).toString();
    }

    /// Returns the length in bytes of the character that begins here; 0 if none does.
    private static int size(byte[] bytes, int at, int to) {
        int first = bytes[at] & 0xff;
        if (first < 0x80) {
            return 1;
        }
        if (first < 0xc2 || first > 0xf4) {
            return 0;
        }
        int size = Utf8.size(first);
        if (size > to - at || Utf8.continued(bytes, at + 1, at + size) < size - 1) {
            return 0;
        }
        int second = bytes[at + 1] & 0xff;
        boolean isCharacter =
                switch (first) {
                    case 0xe0 -> second >= 0xa0; // else overlong
                    case 0xed -> second < 0xa0; // else a surrogate
                    case 0xf0 -> second >= 0x90; // else overlong
                    case 0xf4 -> second < 0x90; // else beyond U+10FFFF
                    default -> true;
                };
        return isCharacter ? size : 0;
    }

    /// Returns the bytes that a text stands for. A lone surrogate that stands for no byte, which
    /// can only come from other programs' JSON, becomes `?`, as everywhere in Java.
    public static byte[] of(String text) {
        if (!differs(text)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() + 16);
        int plain = 0;
        for (int at = 0; at < text.length(); at++) {
            if (isByte(text, at)) {
                bytes.writeBytes(text.substring(plain, at).getBytes(StandardCharsets.UTF_8));
                bytes.write(text.charAt(at));
                plain = at + 1;
            }
        }
        bytes.writeBytes(text.substring(plain).getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }

    public static int length(String text) {
        return of(text).length;
    }

    /// Returns whether the text stands for any bytes that are not UTF-8, so that [#shown] differs
    /// from it.
    public static boolean differs(String text) {
        return hasAny(text, Bytes::isByte);
    }

    private static boolean hasAny(String text, IntPredicate wanted) {
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            if (wanted.test(c)) {
                return true;
            }
            at += Character.charCount(c);
        }
        return false;
    }

    /// Returns the text for people: each byte that is not part of UTF-8 as `\xe9`, the rest
    /// unchanged, even what [Printable] would escape.
    public static String shown(String text) {
        if (!differs(text)) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(c -> {
                    if (isByte(c)) {
                        shown.append("\\x").append(Integer.toHexString(c & 0xff));
                    } else {
                        shown.appendCodePoint(c);
                    }
                });
        return shown.toString();
    }

    /// Returns the path for people, as [#shown(String)] does for a text.
    ///
    /// @param path absolute
    public static String shown(Path path) {
        return shown(text(path));
    }

    /// Returns JSON in UTF-8, with each lone surrogate as an escape such as `\\udce9`, from which a
    /// library reads the same text. Lone surrogates can only be in strings. Jackson accepts one in
    /// a name only from text, not from bytes.
    public static byte[] json(String json) {
        if (!hasAny(json, c -> Character.getType(c) == Character.SURROGATE)) {
            return json.getBytes(StandardCharsets.UTF_8);
        }
        StringBuilder escaped = new StringBuilder(json.length() + 16);
        json.codePoints()
                .forEach(c -> {
                    if (Character.getType(c) == Character.SURROGATE) {
                        escaped.append("\\u").append(Integer.toHexString(c));
                    } else {
                        escaped.appendCodePoint(c);
                    }
                });
        return escaped.toString().getBytes(StandardCharsets.UTF_8);
    }

    /// Returns the path that a text stands for. [Path#of(String, String...)] refuses bytes that are
    /// not UTF-8; a URI can have them. Do not print such a path: [Path#toString] loses these bytes.
    ///
    /// @param text absolute, if it stands for bytes that are not UTF-8
    /// @throws InvalidPathException if it cannot be a path
    public static Path path(String text) {
        if (!differs(text) || !text.startsWith("/") || text.indexOf('\0') >= 0) {
            return Path.of(text);
        }
        StringBuilder uri = new StringBuilder("file://");
        for (byte b : of(text)) {
            boolean isPlain = b == '/' || (b > 0 && Character.isLetterOrDigit(b));
            uri.append(isPlain ? Character.toString(b) : "%" + HexFormat.of().toHexDigits(b));
        }
        return Path.of(URI.create(uri.toString()));
    }

    /// Returns the text that stands for a path.
    ///
    /// @param path absolute
    public static String text(Path path) {
        String plain = path.toString();
        if (plain.indexOf(REPLACEMENT) < 0) {
            return plain;
        }
        String uri = path.toUri().getRawPath();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(uri.length());
        for (int at = 0; at < uri.length(); at++) {
            if (uri.charAt(at) == '%') {
                bytes.write(HexFormat.fromHexDigits(uri, at + 1, at + 3));
                at += 2;
            } else {
                bytes.write(uri.charAt(at));
            }
        }
        // The URI of a directory ends with a slash.
        return text(bytes.toByteArray()).replaceFirst("(?s)(?<=.)/\\z", "");
    }

    /// Returns the bytes that a text stands for, in base64 (RFC 4648, with padding).
    public static String base64(String text) {
        return Base64.getEncoder().encodeToString(of(text));
    }

    /// Returns whether this code point, as `String.codePoints` gives it, stands for a byte.
    public static boolean isByte(int codePoint) {
        return codePoint >= (ESCAPE | 0x80) && codePoint <= (ESCAPE | 0xff);
    }

    private static boolean isByte(String text, int at) {
        return isByte(text.charAt(at))
                && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}
