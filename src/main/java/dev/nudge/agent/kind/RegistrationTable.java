package dev.nudge.agent.kind;

import dev.nudge.agent.kind.Registration.Addition;
import dev.nudge.agent.kind.Registration.Feature;
import dev.nudge.agent.kind.Registration.HookFile;
import dev.nudge.agent.kind.Registration.Insertion;
import dev.nudge.agent.kind.Registration.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Reads from the file of an agent how nudge is registered with it.
final class RegistrationTable {
    private RegistrationTable() {}

    static Registration read(TomlTable table) throws AgentFileException {
        List<Addition> additions = additions(table);
        boolean isByLink = additions.stream().anyMatch(Link.class::isInstance);
        Registration registration =
                new Registration(
                        table.text("program"),
                        table.lists("add"),
                        table.lists("remove"),
                        table.optionalText("answer").orElse(""),
                        table.texts("config"),
                        present(table, isByLink),
                        patterns(table, "registered", table.texts("registered")),
                        additions);
        table.end();
        return registration;
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
        add(additions, table, "feature", RegistrationTable::feature);
        add(additions, table, "hooks", RegistrationTable::hookFile);
        add(additions, table, "insert", t -> new Insertion(t.text("after"), t.text("line")));
        add(additions, table, "link", t -> new Link(t.texts("at"), t.text("to")));
        return additions;
    }

    private interface Reader {
        Addition read(TomlTable table) throws AgentFileException;
    }

    private static void add(List<Addition> all, TomlTable table, String key, Reader reader)
            throws AgentFileException {
        Optional<TomlTable> found = table.optionalTable(key);
        if (found.isPresent()) {
            all.add(reader.read(found.get()));
            found.get().end();
        }
    }

    private static HookFile hookFile(TomlTable table) throws AgentFileException {
        return new HookFile(
                table.texts("at"),
                table.text("from"),
                table.optionalText("then").orElse(""),
                table.optionalText("trust").orElse(""));
    }

    private static Feature feature(TomlTable table) throws AgentFileException {
        return new Feature(table.texts("on"), table.pattern("is_off"), table.pattern("unless"));
    }
}
