package dev.nudge.delivery.screen;

import dev.nudge.testkit.Unchecked;
import dev.nudge.tmux.PaneSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A screen of a real agent: a header of `key: value` lines, a line `---`, and the rows.
///
/// @param name the file's name without `.txt`
/// @param state what the recorder had made the agent do
/// @param snapshot what tmux said; the pid, the activity and the idle time are not kept
public record RecordedScreen(String name, PaneState state, PaneSnapshot snapshot) {
    /// The states that are one word.
    private static final List<PaneState> PLAIN =
            List.of(
                    new PaneState.EmptyPrompt(),
                    new PaneState.Streaming(),
                    new PaneState.ShellMode(),
                    new PaneState.ShellFocus(),
                    new PaneState.Search(),
                    new PaneState.CopyMode(),
                    new PaneState.Starting(),
                    new PaneState.NotAnAgent(),
                    new PaneState.UnknownAgent(),
                    new PaneState.Unknown());

    /// Lists a state of each kind.
    public static List<PaneState> states() {
        Stream<PaneState> others =
                Stream.of(
                        new PaneState.Draft("text", false),
                        new PaneState.Dialog("trust"),
                        new PaneState.Unfocused(false, false));
        return Stream.concat(PLAIN.stream(), others).toList();
    }

    static Path folder(String agent) {
        Path screens = Path.of("src/test/resources/screens");
        return screens.resolve(agent.equals("gemini-cli") ? "gemini" : agent);
    }

    /// Lists all screens of an agent by name.
    public static List<RecordedScreen> of(String agent) {
        return Unchecked.get(() -> {
            try (Stream<Path> files = Files.list(folder(agent))) {
                return files.filter(f -> f.toString().endsWith(".txt"))
                        .sorted()
                        .map(RecordedScreen::read)
                        .toList();
            }
        });
    }

    /// Lists those of Gemini CLI.
    public static List<RecordedScreen> ofGeminiCli() {
        return of("gemini-cli");
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
        Unchecked.run(() -> {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(name + ".txt"), ScreenFile.text(state, snapshot));
        });
    }

    @Override
    public String toString() {
        return name;
    }

    /// Returns one of an agent.
    public static RecordedScreen named(String agent, String name) {
        return read(folder(agent).resolve(name + ".txt"));
    }

    private static RecordedScreen read(Path file) {
        String name = file.getFileName().toString().replaceAll("\\.txt$", "");
        String text = Unchecked.get(() -> Files.readString(file));
        List<String> lines = Arrays.asList(text.split("\n", -1));
        int ruler = lines.indexOf(ScreenFile.RULER);
        Map<String, String> header =
                lines.subList(0, ruler).stream()
                        .map(line -> line.split(":", 2))
                        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1].strip()));
        List<String> rows = lines.subList(ruler + 1, lines.size() - 1);
        return new RecordedScreen(name, state(value(header, "state")), snapshot(header, rows));
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
            default ->
                    PLAIN.stream()
                            .filter(state -> ScreenFile.words(state).equals(text))
                            .findFirst()
                            .orElseThrow(() -> new IllegalArgumentException(text));
        };
    }
}
