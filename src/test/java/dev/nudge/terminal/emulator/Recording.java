package dev.nudge.terminal.emulator;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// What a program once wrote to its terminal, in parts: after each part the screens are compared,
/// and the window may get another size.
record Recording(String name, int columns, int rows, List<Part> parts) {
    private static final String FOLDER = "/terminal/";
    private static final int CHECKS = 4;
    private static final int ESC = 0x1b;

    /// Bytes, and the size that the window has after them.
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Part(byte[] bytes, int columns, int rows) {}

    Recording {
        parts = List.copyOf(parts);
    }

    /// All recordings, in the order of their list.
    static List<Recording> all() {
        String index = new String(read("recordings.txt"), StandardCharsets.UTF_8);
        return index.lines().map(line -> parse(line.split(" ", -1))).toList();
    }

    private static Recording parse(String[] words) {
        byte[] bytes = read(words[0] + ".bin");
        int columns = Integer.parseInt(words[1]);
        int rows = Integer.parseInt(words[2]);
        List<Part> parts = new ArrayList<>();
        int from = 0;
        int nowColumns = columns;
        int nowRows = rows;
        for (String resize : Arrays.asList(words).subList(3, words.length)) {
            String[] numbers = resize.split("[:x]", -1);
            int to = Integer.parseInt(numbers[0]);
            cut(parts, Arrays.copyOfRange(bytes, from, to), nowColumns, nowRows);
            from = to;
            nowColumns = Integer.parseInt(numbers[1]);
            nowRows = Integer.parseInt(numbers[2]);
            parts.add(new Part(new byte[0], nowColumns, nowRows));
        }
        cut(parts, Arrays.copyOfRange(bytes, from, bytes.length), nowColumns, nowRows);
        return new Recording(words[0], columns, rows, parts);
    }

    private static void cut(List<Part> parts, byte[] bytes, int columns, int rows) {
        int from = 0;
        for (int i = 1; i <= CHECKS; i++) {
            int to = clean(bytes, Math.max(from, bytes.length * i / CHECKS));
            parts.add(new Part(Arrays.copyOfRange(bytes, from, to), columns, rows));
            from = to;
        }
    }

    /// The next place that is not inside a sequence or a character.
    private static int clean(byte[] bytes, int from) {
        int i = from;
        while (i < bytes.length && !isClean(bytes, i)) {
            i++;
        }
        return i;
    }

    private static boolean isClean(byte[] bytes, int i) {
        boolean beginsSequence = bytes[i] == ESC && i + 1 < bytes.length && bytes[i + 1] != '\\';
        return beginsSequence || (i > 0 && bytes[i - 1] == '\n');
    }

    private static byte[] read(String file) {
        try (InputStream in = Recording.class.getResourceAsStream(FOLDER + file)) {
            return Objects.requireNonNull(in, file).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
