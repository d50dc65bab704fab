package dev.nudge.protocol;

import dev.nudge.protocol.TerminalRequest.Answer;
import dev.nudge.protocol.TerminalRequest.Attach;
import dev.nudge.protocol.TerminalRequest.Raw;
import dev.nudge.protocol.TerminalRequest.Resize;
import dev.nudge.protocol.TerminalRequest.Show;
import dev.nudge.protocol.TerminalResponse.Done;
import dev.nudge.protocol.TerminalResponse.Failure;
import dev.nudge.protocol.TerminalResponse.Output;
import dev.nudge.protocol.TerminalResponse.Resized;
import dev.nudge.protocol.TerminalResponse.Shown;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Reads and writes the messages of a job's terminal in the JSON of [Wire], but without its data
/// binding, which would cost 11 MB in the program that holds a terminal; every job on a terminal
/// has one.
public final class TerminalJson {
    private static final JsonFactory JSON = new JsonFactory();

    private TerminalJson() {}

    /// Reads a request. Unknown names are ignored.
    ///
    /// @throws tools.jackson.core.JacksonException if the line is not JSON
    /// @throws IllegalArgumentException if it is not a request; the message says why
    public static TerminalRequest read(String line) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            return request(new Fields(fields(parser)));
        }
    }

    private static TerminalRequest request(Fields fields) {
        String type = fields.text("type");
        return switch (type) {
            case "type" -> new TerminalRequest.Type(fields.text("text"), fields.words("keys"));
            case "answer" ->
                    new Answer(Long.parseLong(fields.text("question")), fields.text("text"));
            case "raw" -> new Raw(Base64.getDecoder().decode(fields.text("bytes")));
            case "resize" -> new Resize(fields.number("columns"), fields.number("rows"));
            case "show" ->
                    new Show(fields.number("lines"), Integer.parseInt(fields.text("back", "0")));
            case "attach" ->
                    new Attach(
                            Boolean.parseBoolean(fields.text("all", "")),
                            Boolean.parseBoolean(fields.text("sizes", "")),
                            fields.text("hint", ""));
            default -> throw new IllegalArgumentException("unknown request \"" + type + "\"");
        };
    }

    private static Map<String, List<String>> fields(JsonParser parser) {
        Map<String, List<String>> fields = new HashMap<>();
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return fields;
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            List<String> items = new ArrayList<>();
            if (value == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    add(parser, items);
                }
                fields.put(name, items);
            } else if (value.isScalarValue()) {
                add(parser, items);
                fields.put(name, items);
            } else {
                parser.skipChildren();
            }
        }
        return fields;
    }

    private static void add(JsonParser parser, List<String> items) {
        if (parser.currentToken().isScalarValue()) {
            items.add(parser.getString());
        } else {
            parser.skipChildren();
        }
    }

    private record Fields(Map<String, List<String>> values) {
        List<String> words(String name) {
            List<String> words = values.get(name);
            if (words == null) {
                throw new IllegalArgumentException("the request has no \"" + name + "\"");
            }
            return words;
        }

        String text(String name) {
            return String.join("", words(name));
        }

        String text(String name, String otherwise) {
            return values.containsKey(name) ? text(name) : otherwise;
        }

        int number(String name) {
            return Integer.parseInt(text(name));
        }
    }

    public static String write(TerminalResponse response) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            write(response, json);
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void write(TerminalResponse response, JsonGenerator json) {
        switch (response) {
            case Done _ -> json.writeStringProperty("type", "done");
            case Failure(String message) -> {
                json.writeStringProperty("type", "failure");
                json.writeStringProperty("message", message);
            }
            case Output(byte[] bytes) -> {
                json.writeStringProperty("type", "output");
                json.writeStringProperty("bytes", Base64.getEncoder().encodeToString(bytes));
            }
            case Resized(int columns, int rows) -> {
                json.writeStringProperty("type", "resized");
                json.writeNumberProperty("columns", columns);
                json.writeNumberProperty("rows", rows);
            }
            case Shown shown -> write(shown, json);
        }
    }

    private static void write(Shown shown, JsonGenerator json) {
        json.writeStringProperty("type", "shown");
        json.writeNumberProperty("columns", shown.columns());
        json.writeNumberProperty("rows", shown.rows());
        json.writeArrayPropertyStart("screen");
        shown.screen().forEach(json::writeString);
        json.writeEndArray();
        json.writeStringProperty("text", shown.text());
        json.writeNumberProperty("cursor_row", shown.cursorRow());
        json.writeNumberProperty("cursor_column", shown.cursorColumn());
        json.writeStringProperty("title", shown.title());
        json.writeBooleanProperty("is_alternate_screen", shown.isAlternateScreen());
        json.writeNumberProperty("binary_bytes", shown.binaryBytes());
        json.writeNumberProperty("scrolled_back", shown.scrolledBack());
    }
}
