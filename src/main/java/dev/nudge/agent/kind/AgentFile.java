package dev.nudge.agent.kind;

import dev.nudge.delivery.inbox.InboxAccess;
import dev.nudge.delivery.screen.ScreenClassifier;
import dev.nudge.delivery.screen.ScreenProfile;
import dev.nudge.delivery.typing.TypingProfile;
import dev.nudge.tmux.Key;
import dev.nudge.tmux.PaneLocator;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
        Optional<InboxVariables> inbox = inbox(table);
        AgentKind kind =
                new AgentKind(
                        name,
                        table.text("title"),
                        process(table.table("process")),
                        table.optionalText("session").orElse(PaneLocator.ANY_SESSION),
                        hooks(table),
                        table.texts("versions"),
                        screen,
                        profile(table, screen),
                        table.isOn("gives_little", false),
                        table.variables("marks"),
                        registration(table),
                        inbox,
                        queue(table),
                        withheld(table, inbox));
        table.end();
        return kind;
    }

    private static Optional<Registration> registration(TomlTable table) throws AgentFileException {
        Optional<TomlTable> registration = table.optionalTable("registration");
        return registration.isPresent()
                ? Optional.of(RegistrationTable.read(registration.get()))
                : Optional.empty();
    }

    private static HookRules hooks(TomlTable table) throws AgentFileException {
        return new HookRules(
                table.isOn("hooks", false),
                table.optionalNumber("hook_results", 1, Integer.MAX_VALUE)
                        .orElse(Integer.MAX_VALUE),
                table.isOn("cancels_calls", false));
    }

    private static Optional<InboxVariables> inbox(TomlTable table) throws AgentFileException {
        Optional<TomlTable> inbox = table.optionalTable("inbox");
        if (inbox.isEmpty()) {
            return Optional.empty();
        }
        InboxVariables names =
                new InboxVariables(inbox.get().text("socket"), inbox.get().text("token"));
        inbox.get().end();
        return Optional.of(names);
    }

    private static Optional<QueueSockets> queue(TomlTable table) throws AgentFileException {
        Optional<TomlTable> queue = table.optionalTable("queue");
        if (queue.isEmpty()) {
            return Optional.empty();
        }
        QueueSockets sockets = new QueueSockets(queue.get().texts("socket"));
        queue.get().end();
        return Optional.of(sockets);
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

    private static TypingProfile profile(TomlTable table, ScreenProfile screen)
            throws AgentFileException {
        return new TypingProfile(
                new ScreenClassifier(screen)::read,
                table.optionalNumber("quiet_seconds", 1, LONGEST_QUIET)
                        .orElse(TypingProfile.QUIET_SECONDS),
                key(table, "submit_key").orElse(Key.ENTER),
                key(table, "queue_key"),
                new InboxAccess.None(),
                table.isOn("typed", true));
    }

    private static Optional<Key> key(TomlTable table, String key) throws AgentFileException {
        return table.word(key, KEYS).map(Key::named);
    }
}
