package dev.nudge.delivery.screen;

import dev.nudge.tmux.PaneSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A screen of a real agent: a header of `key: value` lines, a line `---`, and the rows.
///
/// @param name the file's name without `.txt`
/// @param state what the recorder had made the agent do
/// @param snapshot what tmux said; the pid, the activity and the idle time are not kept
public record RecordedScreen(String name, PaneState state, PaneSnapshot snapshot) {
    /// Lists all screens in a folder by name.
    public static List<RecordedScreen> in(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(".txt"))
                    .sorted()
                    .map(RecordedScreen::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list the screens in " + folder, e);
        }
    }

    /// Returns a screen with other rows, and the cursor there.
    public static PaneSnapshot with(PaneSnapshot s, List<String> rows, int x, int y) {
        return new PaneSnapshot(
                rows,
                new PaneSnapshot.Cursor(x, y),
                new PaneSnapshot.Size(s.size().width(), Math.max(s.size().height(), rows.size())),
                s.title(),
                s.input(),
                s.processes(),
                s.lastKey());
    }

    /// Writes the screen into a folder.
    void writeTo(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(name + ".txt"), ScreenFile.text(state, snapshot));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the screen " + name, e);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    static RecordedScreen read(Path file) {
        try {
            String name = file.getFileName().toString().replaceAll("\\.txt$", "");
            List<String> lines = Arrays.asList(Files.readString(file).split("\n", -1));
            int ruler = lines.indexOf(ScreenFile.RULER);
            Map<String, String> header = header(lines.subList(0, ruler));
            List<String> rows = lines.subList(ruler + 1, lines.size() - 1);
            return new RecordedScreen(name, state(value(header, "state")), snapshot(header, rows));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }

    private static Map<String, String> header(List<String> lines) {
        Map<String, String> header = new TreeMap<>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            header.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        return header;
    }

    private static PaneSnapshot snapshot(Map<String, String> header, List<String> rows) {
        String[] cursor = value(header, "cursor").split(" ", 2);
        String[] size = value(header, "size").split(" ", 2);
        return new PaneSnapshot(
                rows,
                new PaneSnapshot.Cursor(Integer.parseInt(cursor[0]), Integer.parseInt(cursor[1])),
                new PaneSnapshot.Size(Integer.parseInt(size[0]), Integer.parseInt(size[1])),
                value(header, "title"),
                new PaneSnapshot.Input(
                        Boolean.parseBoolean(value(header, "mode")),
                        Boolean.parseBoolean(value(header, "dead")),
                        Boolean.parseBoolean(value(header, "input-off"))),
                new PaneSnapshot.Processes(value(header, "command"), 1),
                new PaneSnapshot.LastKey("", Integer.MAX_VALUE, -1));
    }

    private static String value(Map<String, String> header, String key) {
        return header.getOrDefault(key, "");
    }

    /// Returns the state with the words of [ScreenFile#words].
    static PaneState state(String text) {
        String[] words = text.split(" ", 3);
        return switch (words[0]) {
            case "Draft" ->
                    new PaneState.Draft(
                            words[2].substring("text=".length()).replace("\\n", "\n"),
                            words[1].equals("working=true"));
            case "Dialog" -> new PaneState.Dialog(words[1]);
            case "Unfocused" ->
                    new PaneState.Unfocused(
                            words[1].equals("working=true"), words[2].equals("empty=true"));
            case "EmptyPrompt" -> new PaneState.EmptyPrompt();
            case "Streaming" -> new PaneState.Streaming();
            case "ShellMode" -> new PaneState.ShellMode();
            case "ShellFocus" -> new PaneState.ShellFocus();
            case "Search" -> new PaneState.Search();
            case "CopyMode" -> new PaneState.CopyMode();
            case "Starting" -> new PaneState.Starting();
            case "NotAnAgent" -> new PaneState.NotAnAgent();
            case "UnknownAgent" -> new PaneState.UnknownAgent();
            case "Unknown" -> new PaneState.Unknown();
            default -> throw new IllegalArgumentException("No state is called " + words[0]);
        };
    }
}
