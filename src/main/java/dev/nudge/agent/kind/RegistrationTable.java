package dev.nudge.agent.kind;

import dev.nudge.agent.kind.Registration.Insertion;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Reads from the file of an agent how nudge is registered with it.
final class RegistrationTable {
    private RegistrationTable() {}

    static Registration read(TomlTable table) throws AgentFileException {
        Registration registration =
                new Registration(
                        table.text("program"),
                        table.lists("add"),
                        table.lists("remove"),
                        table.optionalText("answer").orElse(""),
                        table.texts("config"),
                        patterns(table, "present", List.of(table.text("present"))).getFirst(),
                        patterns(table, "registered", table.texts("registered")),
                        insertion(table));
        table.end();
        return registration;
    }

    /// Checks them as they are: what stands for a path is quoted when it is put in.
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

    private static Optional<Insertion> insertion(TomlTable table) throws AgentFileException {
        Optional<TomlTable> insertion = table.optionalTable("insert");
        if (insertion.isEmpty()) {
            return Optional.empty();
        }
        Insertion line = new Insertion(insertion.get().text("after"), insertion.get().text("line"));
        insertion.get().end();
        return Optional.of(line);
    }
}
