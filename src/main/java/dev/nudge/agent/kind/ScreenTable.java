package dev.nudge.agent.kind;

import dev.nudge.delivery.screen.DraftRows;
import dev.nudge.delivery.screen.ScreenProfile;
import dev.nudge.delivery.screen.ScreenProfile.Empty;
import dev.nudge.delivery.screen.ScreenProfile.KnownDialog;
import dev.nudge.delivery.screen.ScreenProfile.Layout;
import dev.nudge.delivery.screen.ScreenProfile.PromptMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Reads the screen profile from the file of an agent.
final class ScreenTable {
    private static final int MOST_ROWS = 200;
    private static final int USUAL_ROWS = 10;
    private static final List<String> MODES =
            Arrays.stream(PromptMode.values())
                    .map(mode -> mode.name().toLowerCase(Locale.ROOT))
                    .toList();
    private static final Pattern NEVER = Pattern.compile("(?!)");
    private static final Pattern ALWAYS = Pattern.compile("");

    private ScreenTable() {}

    static ScreenProfile read(TomlTable table) throws AgentFileException {
        ScreenProfile profile =
                new ScreenProfile(
                        table.texts("commands"),
                        table.optionalPattern("title").orElse(ALWAYS),
                        orNever(table, "working_title"),
                        orNever(table, "attention_title"),
                        layouts(table),
                        table.optionalText("shell_mark").orElse(""),
                        table.optionalText("search_mark").orElse(""),
                        table.optionalNumber("prompt_rows", 1, MOST_ROWS).orElse(USUAL_ROWS),
                        orNever(table, "footer"),
                        orNever(table, "working"),
                        orNever(table, "open_question"),
                        orNever(table, "shell_focus"),
                        table.isOn("focus_reports", false),
                        dialogs(table));
        table.end();
        if (profile.commands().isEmpty()) {
            throw table.wrong("commands", "is empty or missing", "names of the agent's program");
        }
        return profile;
    }

    private static Pattern orNever(TomlTable table, String key) throws AgentFileException {
        return table.optionalPattern(key).orElse(NEVER);
    }

    private static List<Layout> layouts(TomlTable screen) throws AgentFileException {
        List<Layout> layouts = new ArrayList<>();
        for (TomlTable table : screen.tables("layouts")) {
            layouts.add(
                    new Layout(
                            table.pattern("above"),
                            table.pattern("prompt", "mark", "text"),
                            table.optionalPattern("below"),
                            new DraftRows(
                                    table.optionalNumber("indent", 0, MOST_ROWS).orElse(2),
                                    table.optionalPattern("rows", "text")),
                            empty(table),
                            table.isOn("left_by_cursor", false),
                            mode(table)));
            table.end();
        }
        if (layouts.isEmpty()) {
            throw screen.wrong("layouts", "is empty or missing", "[[screen.layouts]]");
        }
        return layouts;
    }

    private static PromptMode mode(TomlTable layout) throws AgentFileException {
        return layout.word("mode", MODES)
                .map(word -> PromptMode.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(PromptMode.IDLE);
    }

    private static List<Empty> empty(TomlTable layout) throws AgentFileException {
        List<Empty> hints = new ArrayList<>();
        for (TomlTable table : layout.tables("empty")) {
            hints.add(
                    new Empty(
                            table.text("text"),
                            table.number("cursor_column", 0, MOST_ROWS),
                            table.isOn("typable", true)));
            table.end();
        }
        return hints;
    }

    private static List<KnownDialog> dialogs(TomlTable screen) throws AgentFileException {
        List<KnownDialog> dialogs = new ArrayList<>();
        for (TomlTable table : screen.tables("dialogs")) {
            dialogs.add(new KnownDialog(table.text("kind"), table.pattern("found")));
            table.end();
        }
        return dialogs;
    }
}
