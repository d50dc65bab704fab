package dev.nudge.agent.kind;

import dev.nudge.agent.kind.AgentKind.HookRules;
import dev.nudge.agent.kind.AgentKind.InboxVariables;
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
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reads the file of a kind of agent, which docs/agents.md describes.
final class AgentFile {
    private static final int LONGEST_QUIET = 60;
    private static final int MOST_ROWS = 200;
    private static final int USUAL_ROWS = 10;
    private static final List<String> MODES =
            Arrays.stream(PromptMode.values())
                    .map(mode -> mode.name().toLowerCase(Locale.ROOT))
                    .toList();
    private static final Pattern NEVER = Pattern.compile("(?!)");
    private static final Pattern ALWAYS = Pattern.compile("");
    private static final List<String> KEYS = List.of("Enter", "Tab");

    private AgentFile() {}

    /// @param file the name of the file in messages
    static AgentKind read(String name, String file, String text) {
        TomlTable table = TomlTable.read(file, text);
        ScreenProfile screen = table.table("screen", AgentFile::screen);
        if (screen.commands().isEmpty()) {
            throw table.wrong(
                    "screen.commands", "is empty or missing", "names of the agent's program");
        }
        Optional<InboxVariables> inbox = table.optionalTable("inbox", AgentFile::inbox);
        Optional<VariablePaths> queue =
                table.optionalTable("queue", t -> new VariablePaths(t.texts("socket")));
        Set<Way> ways = ways(table);
        check(table, ways, Way.INBOX, inbox.isPresent());
        check(table, ways, Way.QUEUE, queue.isPresent());
        AgentKind kind =
                new AgentKind(
                        name,
                        table.text("title"),
                        process(table),
                        table.optionalText("session").orElse(PaneLocator.ANY_SESSION),
                        ways,
                        hooks(table),
                        table.isOn("takes_tasks", true),
                        table.texts("versions"),
                        screen,
                        profile(table, screen, ways.contains(Way.KEYS)),
                        table.isOn("gives_little", false),
                        table.variables("marks"),
                        table.optionalTable("registration", Registration::read),
                        inbox,
                        queue,
                        withheld(table, inbox));
        table.end();
        return kind;
    }

    /// Reads the ways, which must be listed in the one order in which they are tried, the best
    /// first.
    private static Set<Way> ways(TomlTable table) {
        List<String> named = table.optionalTexts("ways").orElse(List.of(Way.KEYS.word()));
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

    /// Checks that a way that needs a table has one, and that a table belongs to a way.
    private static void check(TomlTable table, Set<Way> ways, Way way, boolean isDescribed) {
        if (ways.contains(way) != isDescribed) {
            throw table.mistake(
                    isDescribed ? way.word() : "ways",
                    isDescribed
                            ? "[%1$s] is described, but ways does not list \"%1$s\"."
                                    .formatted(way.word())
                            : "ways lists \"%1$s\", but there is no table [%1$s]."
                                    .formatted(way.word()));
        }
    }

    private static InboxVariables inbox(TomlTable table) {
        return new InboxVariables(
                table.text("socket"),
                table.text("token"),
                table.optionalTable(
                        "refusal",
                        t ->
                                new InboxVariables.Refusal(
                                        new VariablePaths(t.texts("at")), t.pattern("found"))));
    }

    private static HookRules hooks(TomlTable table) {
        return new HookRules(
                table.optionalNumber("hook_results", 1, Integer.MAX_VALUE)
                        .orElse(Integer.MAX_VALUE),
                table.isOn("cancels_calls", false));
    }

    private static Set<String> withheld(TomlTable table, Optional<InboxVariables> inbox) {
        Set<String> names = new HashSet<>(table.texts("withheld"));
        inbox.ifPresent(variables -> names.addAll(List.of(variables.socket(), variables.token())));
        return names;
    }

    private static Recognition process(TomlTable table) {
        Recognition process =
                table.table(
                        "process",
                        t ->
                                new Recognition(
                                        t.texts("programs"),
                                        t.texts("scripts"),
                                        t.optionalPattern("arguments"),
                                        t.optionalPattern("shared_server")));
        if (process.isEmpty()) {
            throw table.mistake("process", "process names no program, no script and no arguments.");
        }
        return process;
    }

    private static TypingProfile profile(TomlTable table, ScreenProfile screen, boolean isTyped) {
        return new TypingProfile(
                new ScreenClassifier(screen)::read,
                table.optionalNumber("quiet_seconds", 1, LONGEST_QUIET)
                        .orElse(TypingProfile.QUIET_SECONDS),
                key(table, "submit_key").orElse(Key.ENTER),
                key(table, "queue_key"),
                new InboxAccess.None(),
                isTyped,
                table.isOn("queues_at_start", false));
    }

    private static Optional<Key> key(TomlTable table, String key) {
        return table.word(key, KEYS).map(word -> Key.valueOf(word.toUpperCase(Locale.ROOT)));
    }

    private static ScreenProfile screen(TomlTable table) {
        List<Layout> layouts = table.tables("layouts", AgentFile::layout);
        if (layouts.isEmpty()) {
            throw table.wrong("layouts", "is empty or missing", "[[screen.layouts]]");
        }
        return new ScreenProfile(
                table.texts("commands"),
                table.optionalPattern("title").orElse(ALWAYS),
                orNever(table, "working_title"),
                orNever(table, "attention_title"),
                layouts,
                table.optionalText("shell_mark").orElse(""),
                table.optionalText("search_mark").orElse(""),
                table.optionalNumber("prompt_rows", 1, MOST_ROWS).orElse(USUAL_ROWS),
                orNever(table, "footer"),
                orNever(table, "working"),
                orNever(table, "open_question"),
                orNever(table, "shell_focus"),
                table.isOn("focus_reports", false),
                table.tables("dialogs", t -> new KnownDialog(t.text("kind"), t.pattern("found"))));
    }

    private static Pattern orNever(TomlTable table, String key) {
        return table.optionalPattern(key).orElse(NEVER);
    }

    private static Layout layout(TomlTable table) {
        return new Layout(
                table.pattern("above"),
                table.pattern("prompt", "mark", "text"),
                table.optionalPattern("below"),
                new DraftRows(
                        table.optionalNumber("indent", 0, MOST_ROWS).orElse(2),
                        table.optionalPattern("rows", "text")),
                table.tables("empty", AgentFile::empty),
                table.isOn("left_by_cursor", false),
                table.word("mode", MODES)
                        .map(word -> PromptMode.valueOf(word.toUpperCase(Locale.ROOT)))
                        .orElse(PromptMode.IDLE));
    }

    private static Empty empty(TomlTable table) {
        return new Empty(
                table.text("text"),
                table.number("cursor_column", 0, MOST_ROWS),
                table.isOn("typable", true));
    }
}
