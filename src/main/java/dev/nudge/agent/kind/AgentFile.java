package dev.nudge.agent.kind;

import dev.nudge.delivery.Way;
import dev.nudge.delivery.inbox.InboxAccess;
import dev.nudge.delivery.screen.ScreenClassifier;
import dev.nudge.delivery.screen.ScreenProfile;
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
import java.util.stream.Collectors;

/// Reads the file of a kind of agent, which docs/agents.md describes.
final class AgentFile {
    private static final int LONGEST_QUIET = 60;
    private static final List<String> KEYS =
            Arrays.stream(Key.values()).filter(Key::isPressed).map(Key::toString).toList();

    private AgentFile() {}

    /// Reads the text of a file.
    ///
    /// @param name the name of the kind
    /// @param file the name of the file in messages
    static AgentKind read(String name, String file, String text) throws AgentFileException {
        TomlTable table = TomlTable.read(file, text);
        ScreenProfile screen = ScreenTable.read(table.table("screen"));
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
                        process(table.table("process")),
                        table.optionalText("session").orElse(PaneLocator.ANY_SESSION),
                        ways,
                        hooks(table),
                        table.isOn("takes_tasks", true),
                        table.texts("versions"),
                        screen,
                        profile(table, screen, ways.contains(Way.KEYS)),
                        table.isOn("gives_little", false),
                        table.variables("marks"),
                        table.optionalTable("registration", RegistrationTable::read),
                        inbox,
                        queue,
                        withheld(table, inbox));
        table.end();
        return kind;
    }

    /// Reads the ways, which must be listed in the one order in which they are tried, the best
    /// first.
    private static Set<Way> ways(TomlTable table) throws AgentFileException {
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
    private static void check(TomlTable table, Set<Way> ways, Way way, boolean isDescribed)
            throws AgentFileException {
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

    private static InboxVariables inbox(TomlTable table) throws AgentFileException {
        return new InboxVariables(
                table.text("socket"),
                table.text("token"),
                table.optionalTable(
                        "refusal",
                        t ->
                                new InboxVariables.Refusal(
                                        new VariablePaths(t.texts("at")), t.pattern("found"))));
    }

    private static HookRules hooks(TomlTable table) throws AgentFileException {
        return new HookRules(
                table.optionalNumber("hook_results", 1, Integer.MAX_VALUE)
                        .orElse(Integer.MAX_VALUE),
                table.isOn("cancels_calls", false));
    }

    private static Set<String> withheld(TomlTable table, Optional<InboxVariables> inbox)
            throws AgentFileException {
        Set<String> names = new HashSet<>(table.texts("withheld"));
        inbox.ifPresent(variables -> names.addAll(List.of(variables.socket(), variables.token())));
        return names;
    }

    private static Recognition process(TomlTable table) throws AgentFileException {
        Recognition process =
                new Recognition(
                        table.texts("programs"),
                        table.texts("scripts"),
                        table.optionalPattern("arguments"),
                        table.optionalPattern("shared_server"));
        table.end();
        if (process.isEmpty()) {
            throw table.mistake("", "process names no program, no script and no arguments.");
        }
        return process;
    }

    private static TypingProfile profile(TomlTable table, ScreenProfile screen, boolean isTyped)
            throws AgentFileException {
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

    private static Optional<Key> key(TomlTable table, String key) throws AgentFileException {
        return table.word(key, KEYS).map(Key::named);
    }
}
