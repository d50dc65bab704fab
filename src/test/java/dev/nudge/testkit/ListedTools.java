package dev.nudge.testkit;

import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;

/// The tools as agents list them, from the [Golden] file that `SurroundingsOutputIT` compares with
/// the program.
public final class ListedTools {
    private static final Path ANSWERS = Path.of("src/test/resources/cli/mcp.txt");

    private ListedTools() {}

    /// Returns the tools, in their order: name, description, schema, hints.
    public static List<JsonNode> all() {
        try (MappingIterator<JsonNode> answers =
                JsonMapper.shared().readerFor(JsonNode.class).readValues(ANSWERS.toFile())) {
            return answers.readAll().stream()
                    .flatMap(answer -> answer.at("/result/tools").valueStream())
                    .toList();
        }
    }

    /// Returns their names, in the same order.
    public static List<String> names() {
        return all().stream().map(tool -> tool.path("name").stringValue()).toList();
    }
}
