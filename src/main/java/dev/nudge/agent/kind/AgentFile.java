package dev.nudge.agent.kind;

import static dev.nudge.agent.kind.TomlTable.Kind.SWITCH;
import static dev.nudge.agent.kind.TomlTable.Kind.TEXT;
import static dev.nudge.agent.kind.TomlTable.Kind.TEXTS;

import dev.nudge.agent.kind.AgentKind.HookRules;
import dev.nudge.agent.kind.AgentKind.InboxVariables;
import dev.nudge.agent.kind.AgentKind.InboxVariables.Refusal;
import dev.nudge.agent.kind.TomlTable.Kind;
import dev.nudge.delivery.Way;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.screen.ScreenClassifier;
import dev.nudge.delivery.screen.ScreenProfile;
import dev.nudge.delivery.screen.ScreenProfile.DraftRows;
import dev.nudge.delivery.screen.ScreenProfile.Empty;
import dev.nudge.delivery.screen.ScreenProfile.KnownDialog;
import dev.nudge.delivery.screen.ScreenProfile.Layout;
import dev.nudge.delivery.screen.ScreenProfile.PromptMode;
import dev.nudge.delivery.typing.TypingProfile;
import dev.nudge.tmux.Key;
import dev.nudge.tmux.PaneLocator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reads the file of a kind of agent, which docs/agents.md describes.
final class AgentFile {
    private static final int LONGEST_QUIET = 60;
    private static final int MOST_ROWS = 200;
    private static final int USUAL_ROWS = 10;
    private static final Kind<PromptMode> MODE =
            Kind.oneOf(List.of(PromptMode.values()), mode -> mode.name().toLowerCase(Locale.ROOT));
    private static final Kind<Key> KEY = Kind.oneOf(List.of(Key.ENTER, Key.TAB), Key::words);
    private static final Pattern NEVER = Pattern.compile("(?!)");
    private static final Pattern ALWAYS = Pattern.compile("");

    private AgentFile() {}

    /// @param file the name of the file in messages
    static AgentKind read(String name, String file, String text) {
        TomlTable table = TomlTable.read(file, text);
        ScreenProfile screen = table.table("screen", AgentFile::screen);
        Optional<InboxVariables> inbox = table.optionalTable("inbox", AgentFile::inbox);
        Optional<VariablePaths> queue = table.optionalTable("queue", t -> paths(t, "socket"));
        Set<Way> ways = ways(table);
        check(table, ways, Way.INBOX, inbox.isPresent());
        check(table, ways, Way.QUEUE, queue.isPresent());
        Set<String> withheld = new HashSet<>(table.get("withheld", TEXTS, List.of()));
        inbox.ifPresent(names -> withheld.addAll(List.of(names.socket(), names.token())));
        AgentKind kind =
                new AgentKind(
                        name,
                        table.get("title", TEXT),
                        process(table),
                        table.get("session", TEXT, PaneLocator.ANY_SESSION),
                        ways,
                        new HookRules(
                                table.get(
                                        "hook_results",
                                        Kind.number(1, Integer.MAX_VALUE),
                                        HookRules.UNKNOWN.mostAtOnce()),
                                table.get("cancels_calls", SWITCH, false)),
                        table.get("takes_tasks", SWITCH, true),
                        table.get("versions", TEXTS, List.of()),
                        screen,
                        profile(table, screen, ways.contains(Way.KEYS)),
                        table.get("gives_little", SWITCH, false),
                        table.get("marks", Kind.VARIABLES, Map.of()),
                        table.optionalTable("registration", Registration::read),
                        inbox,
                        queue,
                        withheld);
        table.end();
        return kind;
    }

    private static VariablePaths paths(TomlTable table, String key) {
        return new VariablePaths(table.get(key, TEXTS, List.of()));
    }

    /// Reads the ways, which must be listed in the order in which they are tried.
    private static Set<Way> ways(TomlTable table) {
        List<String> named = table.get("ways", TEXTS, List.of(Way.KEYS.word()));
        List<String> known = Way.allWords();
        if (named.isEmpty() || !named.equals(known.stream().filter(named::contains).toList())) {
            throw table.wrong(
                    "ways",
                    "is %s".formatted(named),
                    "some of %s, each once and in this order".formatted(String.join(", ", known)));
        }
        return named.stream()
                .map(name -> Way.valueOf(name.toUpperCase(Locale.ROOT)))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Way.class)));
    }

    private static void check(TomlTable table, Set<Way> ways, Way way, boolean isDescribed) {
        if (ways.contains(way) != isDescribed) {
            throw isDescribed
                    ? table.mistake(
                            way.word(),
                            "[%1$s] is described, but ways does not list \"%1$s\"."
                                    .formatted(way.word()))
                    : table.mistake(
                            "ways",
                            "ways lists \"%1$s\", but there is no table [%1$s]."
                                    .formatted(way.word()));
        }
    }

    private static InboxVariables inbox(TomlTable table) {
        return new InboxVariables(
                table.get("socket", TEXT),
                table.get("token", TEXT),
                table.optionalTable(
                        "refusal",
                        t -> new Refusal(paths(t, "at"), t.get("found", Kind.pattern()))));
    }

    private static Recognition process(TomlTable table) {
        Recognition process =
                table.table(
                        "process",
                        t ->
                                new Recognition(
                                        t.get("programs", TEXTS, List.of()),
                                        t.get("scripts", TEXTS, List.of()),
                                        t.find("arguments", Kind.pattern()),
                                        t.find("shared_server", Kind.pattern())));
        if (process.isEmpty()) {
            throw table.mistake("process", "process names no program, no script and no arguments.");
        }
        return process;
    }

    private static TypingProfile profile(TomlTable table, ScreenProfile screen, boolean isTyped) {
        return new TypingProfile(
                new ScreenClassifier(screen)::read,
                table.get(
                        "quiet_seconds",
                        Kind.number(1, LONGEST_QUIET),
                        TypingProfile.QUIET_SECONDS),
                table.get("submit_key", KEY, Key.ENTER),
                table.find("queue_key", KEY),
                new InboxAccess.None(),
                isTyped,
                table.get("queues_at_start", SWITCH, false));
    }

    private static ScreenProfile screen(TomlTable table) {
        List<Layout> layouts = table.tables("layouts", AgentFile::layout);
        if (layouts.isEmpty()) {
            throw table.wrong("layouts", "is empty or missing", "[[screen.layouts]]");
        }
        ScreenProfile screen =
                new ScreenProfile(
                        table.get("commands", TEXTS, List.of()),
                        table.get("title", Kind.pattern(), ALWAYS),
                        orNever(table, "working_title"),
                        orNever(table, "attention_title"),
                        layouts,
                        table.get("shell_mark", TEXT, ""),
                        table.get("search_mark", TEXT, ""),
                        table.get("prompt_rows", Kind.number(1, MOST_ROWS), USUAL_ROWS),
                        orNever(table, "footer"),
                        orNever(table, "working"),
                        orNever(table, "open_question"),
                        orNever(table, "shell_focus"),
                        table.get("focus_reports", SWITCH, false),
                        table.tables(
                                "dialogs",
                                t ->
                                        new KnownDialog(
                                                t.get("kind", TEXT),
                                                t.get("found", Kind.pattern()))));
        table.end(); // A misspelt "commands" is told as such.
        if (screen.commands().isEmpty()) {
            throw table.wrong("commands", "is empty or missing", "names of the agent's program");
        }
        return screen;
    }

    private static Pattern orNever(TomlTable table, String key) {
        return table.get(key, Kind.pattern(), NEVER);
    }

    private static Layout layout(TomlTable table) {
        return new Layout(
                table.get("above", Kind.pattern()),
                table.get("prompt", Kind.pattern("mark", "text")),
                table.find("below", Kind.pattern()),
                new DraftRows(
                        table.get("indent", Kind.number(0, MOST_ROWS), 2),
                        table.find("rows", Kind.pattern("text"))),
                table.tables("empty", AgentFile::empty),
                table.get("left_by_cursor", SWITCH, false),
                table.get("mode", MODE, PromptMode.IDLE));
    }

    private static Empty empty(TomlTable table) {
        return new Empty(
                table.get("text", TEXT),
                table.get("cursor_column", Kind.number(0, MOST_ROWS)),
                table.get("typable", SWITCH, true));
    }
}
