package dev.nudge.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.IntFunction;
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

    /// What a decoder puts in place of bytes that are not UTF-8. A path can also contain it.
    private static final char REPLACEMENT = '\ufffd';

    private Bytes() {}

    public static String text(byte[] bytes) {
        return text(bytes, 0, bytes.length);
    }

    /// Returns the text that stands for a part of these bytes.
    public static String text(byte[] bytes, int from, int to) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
        CharBuffer out = CharBuffer.allocate(to - from);
        while (decoder.decode(in, out, true).isMalformed()) {
            out.put((char) (ESCAPE | (in.get() & 0xff)));
        }
        return out.flip().toString();
    }

    /// Returns the bytes that a text stands for. A lone surrogate that stands for no byte, which
    /// can only come from other programs' JSON, becomes `?`, as everywhere in Java.
    public static byte[] of(String text) {
        if (!differs(text)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        CharBuffer in = CharBuffer.wrap(text);
        ByteBuffer out = ByteBuffer.allocate(3 * text.length());
        while (encoder.encode(in, out, true).isMalformed()) {
            char lone = in.get();
            out.put((byte) (isByte(lone) ? lone : '?'));
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    public static int length(String text) {
        return of(text).length;
    }

    /// Returns whether the text stands for any bytes that are not UTF-8, so that [#shown] differs
    /// from it.
    public static boolean differs(String text) {
        return hasSurrogate(text) && hasAny(text, Bytes::isByte);
    }

    /// Returns whether there is any surrogate: most texts have none, and this takes a fifth of the
    /// time of a look at each code point.
    private static boolean hasSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return true;
            }
        }
        return false;
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
        return replaced(text, Bytes::isByte, c -> "\\x%02x".formatted(c & 0xff));
    }

    /// Returns a text with words for some of its code points.
    static String replaced(String text, IntPredicate some, IntFunction<String> word) {
        if (!hasAny(text, some)) {
            return text;
        }
        StringBuilder replaced = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(c -> {
                    if (some.test(c)) {
                        replaced.append(word.apply(c));
                    } else {
                        replaced.appendCodePoint(c);
                    }
                });
        return replaced.toString();
    }

    /// Returns an absolute path for people, as [#shown(String)] does for a text.
    public static String shown(Path path) {
        return shown(text(path));
    }

    /// Returns JSON in UTF-8, with each lone surrogate as an escape such as `\\udce9`, from which a
    /// library reads the same text. Lone surrogates can only be in strings. Jackson accepts one in
    /// a name only from text, not from bytes.
    public static byte[] json(String json) {
        String escaped =
                hasSurrogate(json)
                        ? replaced(
                                json,
                                c -> Character.getType(c) == Character.SURROGATE,
                                c -> "\\u%04x".formatted(c))
                        : json;
        return escaped.getBytes(StandardCharsets.UTF_8);
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
        String encoded = URLEncoder.encode(new String(of(text), ISO_8859_1), ISO_8859_1);
        return Path.of(URI.create("file://" + encoded.replace("+", "%20").replace("%2F", "/")));
    }

    /// Returns the text that stands for an absolute path.
    public static String text(Path path) {
        String plain = path.toString();
        if (plain.indexOf(REPLACEMENT) < 0) {
            return plain;
        }
        String uri = path.toUri().getRawPath().replace("+", "%2B");
        byte[] bytes = URLDecoder.decode(uri, ISO_8859_1).getBytes(ISO_8859_1);
        // The URI of a directory ends with a slash.
        return text(bytes).replaceFirst("(?s)(?<=.)/\\z", "");
    }

    /// Returns the bytes that a text stands for, in base64 (RFC 4648, with padding).
    public static String base64(String text) {
        return Base64.getEncoder().encodeToString(of(text));
    }

    /// Returns whether this code point, as `String.codePoints` gives it, stands for a byte.
    public static boolean isByte(int codePoint) {
        return codePoint >= (ESCAPE | 0x80) && codePoint <= (ESCAPE | 0xff);
    }
}
