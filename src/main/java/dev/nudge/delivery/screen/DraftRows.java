package dev.nudge.delivery.screen;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How the rows of a draft look below its first.
///
/// @param indent the columns before the text
/// @param pattern matches each row of a draft behind a bar, with the text as its group `text`;
///   empty if only blanks stand before the text
public record DraftRows(int indent, Optional<Pattern> pattern) {
    /// Returns whether the prompt is drawn behind a bar, which may stand anywhere.
    boolean hasBar() {
        return pattern.isPresent();
    }

    /// Returns whether a row may belong to the draft.
    boolean include(String row) {
        return pattern.map(p -> p.matcher(row).matches())
                .orElseGet(() -> row.isBlank() || row.startsWith(" ".repeat(indent)));
    }

    List<String> text(List<String> rows) {
        return rows.stream().map(this::text).toList();
    }

    private String text(String row) {
        if (pattern.isEmpty()) {
            return row.length() > indent ? row.substring(indent) : "";
        }
        Matcher matcher = pattern.get().matcher(row);
        return matcher.matches() ? Objects.requireNonNullElse(matcher.group("text"), "") : "";
    }
}
