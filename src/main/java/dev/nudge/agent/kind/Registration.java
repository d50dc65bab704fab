package dev.nudge.agent.kind;

import static dev.nudge.agent.kind.TomlTable.Kind.TEXT;
import static dev.nudge.agent.kind.TomlTable.Kind.TEXTS;

import dev.nudge.agent.kind.TomlTable.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// How `nudge mcp` is registered with an agent. In all texts, `{nudge}` stands for the program
/// nudge, `{extension}` for the folder with its manifest.
///
/// @param program the name of the agent's program on the PATH
/// @param add the commands that register nudge, in order; `remove` undoes that
/// @param answer the standard input of these commands
/// @param config the agent's files of settings, as [VariablePaths]; the first that exists counts
/// @param present found in that file if any nudge is registered; empty if only a link registers it
/// @param registered all found in that file if this installation is registered
public record Registration(
        String program,
        List<List<String>> add,
        List<List<String>> remove,
        String answer,
        List<String> config,
        String present,
        List<String> registered,
        List<Addition> additions) {
    static Registration read(TomlTable table) {
        List<Addition> additions = new ArrayList<>();
        table.optionalTable("hooks", HookFile::read).ifPresent(additions::add);
        table.optionalTable("insert", t -> new Insertion(t.get("after", TEXT), t.get("line", TEXT)))
                .ifPresent(additions::add);
        Optional<Link> link =
                table.optionalTable(
                        "link", t -> new Link(t.get("at", TEXTS, List.of()), t.get("to", TEXT)));
        link.ifPresent(additions::add);
        table.optionalTable("plugin", Plugin::read).ifPresent(additions::add);
        String program = table.get("program", TEXT);
        List<String> registered = table.get("registered", TEXTS, List.of());
        String present =
                link.isPresent() ? table.get("present", TEXT, "") : table.get("present", TEXT);
        check(table, "present", List.of(present));
        check(table, "registered", registered);
        return new Registration(
                program,
                table.get("add", Kind.LISTS, List.of()),
                table.get("remove", Kind.LISTS, List.of()),
                table.get("answer", TEXT, ""),
                table.get("config", TEXTS, List.of()),
                present,
                registered,
                additions);
    }

    /// Checks patterns with a letter in place of each path, which is quoted when it is filled in.
    private static void check(TomlTable table, String key, List<String> patterns) {
        for (String pattern : patterns) {
            try {
                Pattern _ = Pattern.compile(pattern.replaceAll("\\{\\w+}", "x"));
            } catch (PatternSyntaxException e) {
                throw table.wrong(key, "is " + pattern, Kind.pattern().expected());
            }
        }
    }

    /// A step besides the commands.
    public sealed interface Addition {}

    /// A line for the file of settings, written after the commands.
    ///
    /// @param after the line after which it is written
    public record Insertion(String after, String line) implements Addition {}

    /// A symbolic link by which the agent finds a folder or a file (rules R105 and R118).
    ///
    /// @param at possible places, as in `config`: the first whose variables are all set counts
    /// @param to the target of the link
    public record Link(List<String> at, String to) implements Addition {}

    /// Hooks that are added to the agent's file of hooks, in JSON. Codex runs them once a person
    /// has allowed them (rule R106).
    ///
    /// @param at possible places of that file, as for a link
    /// @param from a file with the hooks, in the same form; `{extension}` is replaced in its
    ///   commands
    /// @param then what a person has to do before the agent runs them; empty if nothing
    /// @param trust the table of the settings with a hash of each allowed hook; empty if there is
    ///   none
    public record HookFile(List<String> at, String from, String then, String trust)
            implements Addition {
        private static HookFile read(TomlTable table) {
            return new HookFile(
                    table.get("at", TEXTS, List.of()),
                    table.get("from", TEXT),
                    table.get("then", TEXT, ""),
                    table.get("trust", TEXT, ""));
        }
    }

    /// The agent's own plugin of nudge, which a person may have installed in place of the steps.
    ///
    /// @param at possible places of the file that shows it, as for a link
    /// @param found in that file if the plugin is turned on
    /// @param remove the command by which a person removes it
    public record Plugin(List<String> at, Pattern found, String remove) implements Addition {
        private static Plugin read(TomlTable table) {
            return new Plugin(
                    table.get("at", TEXTS, List.of()),
                    table.get("found", Kind.pattern()),
                    table.get("remove", TEXT));
        }
    }

    public <T extends Addition> List<T> additions(Class<T> type) {
        return additions.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
