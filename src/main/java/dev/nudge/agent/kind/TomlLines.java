package dev.nudge.agent.kind;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the line of a value in a TOML file, since the library reports no positions.
final class TomlLines {
    private static final Pattern HEADER =
            Pattern.compile("\\s*(?<list>\\[?)\\[\\s*(?<name>[A-Za-z0-9_.-]+)\\s*].*");
    private static final Pattern VALUE = Pattern.compile("\\s*[\"']?(?<key>[\\w-]+)[\"']?\\s*=.*");
    private static final Pattern LAST_WORD = Pattern.compile("\\.?(?<word>[^.\\[]+)(?:\\[\\d+])?$");

    /// The lines of values and tables by name, `screen.layouts[2].indent`; all numbers are from 1.
    private final Map<String, Integer> lines = new HashMap<>();

    private final Map<String, Integer> counts = new HashMap<>();
    private String table = "";

    TomlLines(String text) {
        List<String> all = text.lines().toList();
        for (int line = 1; line <= all.size(); line++) {
            take(line, all.get(line - 1));
        }
    }

    private void take(int line, String text) {
        Matcher header = HEADER.matcher(text);
        Matcher value = VALUE.matcher(text);
        if (header.matches()) {
            table = named(header.group("name"), !header.group("list").isEmpty());
            lines.putIfAbsent(table, line);
        } else if (value.matches()) {
            lines.putIfAbsent(table + (table.isEmpty() ? "" : ".") + value.group("key"), line);
        }
    }

    /// Returns the name of a table with its index in each list.
    private String named(String header, boolean isInList) {
        StringBuilder name = new StringBuilder();
        List<String> words = List.of(header.split("\\.", -1));
        for (int word = 0; word < words.size(); word++) {
            name.append(word == 0 ? "" : ".").append(words.get(word));
            if (isInList && word == words.size() - 1) {
                counts.merge(name.toString(), 1, Integer::sum);
            }
            Integer count = counts.get(name.toString());
            if (count != null) {
                name.append('[').append(count).append(']');
            }
        }
        return name.toString();
    }

    /// Returns the line of a value, from 1; if the value is missing, that of the nearest table
    /// around it; 0 if there is none.
    int of(String name) {
        for (String place = name; !place.isEmpty(); place = around(place)) {
            Integer line = lines.getOrDefault(place, lines.get(place.replaceAll("\\[\\d+]$", "")));
            if (line != null) {
                return line;
            }
        }
        return 0;
    }

    private static String around(String place) {
        return LAST_WORD.matcher(place).replaceFirst("");
    }
}
