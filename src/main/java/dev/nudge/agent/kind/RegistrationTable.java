package dev.nudge.agent.kind;

import dev.nudge.agent.kind.Registration.Addition;
import dev.nudge.agent.kind.Registration.Feature;
import dev.nudge.agent.kind.Registration.HookFile;
import dev.nudge.agent.kind.Registration.Insertion;
import dev.nudge.agent.kind.Registration.Link;
import dev.nudge.agent.kind.Registration.Plugin;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Reads from the file of an agent how nudge is registered with it.
final class RegistrationTable {
    private RegistrationTable() {}

    static Registration read(TomlTable table) throws AgentFileException {
        List<Addition> additions = additions(table);
        boolean isByLink = additions.stream().anyMatch(Link.class::isInstance);
        return new Registration(
                table.text("program"),
                table.lists("add"),
                table.lists("remove"),
                table.optionalText("answer").orElse(""),
                table.texts("config"),
                present(table, isByLink),
                patterns(table, "registered", table.texts("registered")),
                additions);
    }

    /// Reads `present`, which may be missing only if a link registers nudge.
    private static String present(TomlTable table, boolean isByLink) throws AgentFileException {
        String pattern =
                isByLink ? table.optionalText("present").orElse("") : table.text("present");
        return patterns(table, "present", List.of(pattern)).getFirst();
    }

    /// Checks patterns with a letter in place of each path, since paths are quoted when they are
    /// filled in.
    private static List<String> patterns(TomlTable table, String key, List<String> all)
            throws AgentFileException {
        for (String pattern : all) {
            try {
                Pattern _ = Pattern.compile(pattern.replaceAll("\\{\\w+}", "x"));
            } catch (PatternSyntaxException e) {
                throw table.wrong(key, "is " + pattern, "a pattern (java.util.regex)");
            }
        }
        return all;
    }

    private static List<Addition> additions(TomlTable table) throws AgentFileException {
        List<Addition> additions = new ArrayList<>();
        table.optionalTable("feature", RegistrationTable::feature).ifPresent(additions::add);
        table.optionalTable("hooks", RegistrationTable::hookFile).ifPresent(additions::add);
        table.optionalTable("insert", t -> new Insertion(t.text("after"), t.text("line")))
                .ifPresent(additions::add);
        table.optionalTable("link", t -> new Link(t.texts("at"), t.text("to")))
                .ifPresent(additions::add);
        table.optionalTable("plugin", RegistrationTable::plugin).ifPresent(additions::add);
        return additions;
    }

    private static HookFile hookFile(TomlTable table) throws AgentFileException {
        return new HookFile(
                table.texts("at"),
                table.text("from"),
                table.optionalText("then").orElse(""),
                table.optionalText("trust").orElse(""));
    }

    private static Plugin plugin(TomlTable table) throws AgentFileException {
        return new Plugin(table.texts("at"), table.pattern("found"), table.text("remove"));
    }

    private static Feature feature(TomlTable table) throws AgentFileException {
        return new Feature(table.texts("on"), table.pattern("is_off"), table.pattern("unless"));
    }
}
