package dev.nudge.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.nudge.job.record.JobRecord;
import dev.nudge.text.Bytes;
import dev.nudge.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonGeneratorDelegate;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The JSON of the socket, of `--json` and of `notify_command`: snake case, one value per line,
/// unknown names ignored, bytes that are not UTF-8 as [ShownBytes] writes them. It is
/// [escaped][Printable#escaped], since people see it in terminals. The `type` of a message is the
/// name of its record in snake case: `stdin_request` for `StdinRequest`.
public final class Wire {
    private static final JsonMapper MAPPER = of(ShownBytes.mapper());
    private static final JsonMapper EXACT = of(JsonMapper.builder());

    private static JsonMapper of(JsonMapper.Builder mapper) {
        return mapper.propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .annotationIntrospector(new KindsByTheirRecords())
                .changeDefaultPropertyInclusion(
                        i -> i.withValueInclusion(JsonInclude.Include.ALWAYS))
                .addMixIn(JobRecord.class, InAnswers.class)
                .build();
    }

    /// Derives the `type` of a message from the name of its record, unless the record has a
    /// `JsonTypeName`.
    private static final class KindsByTheirRecords extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass type) {
            String given = super.findTypeName(config, type);
            return given == null && type.getRawType().isRecord()
                    ? type.getRawType()
                            .getSimpleName()
                            .replaceAll("(?<=.)[A-Z]", "_$0")
                            .toLowerCase(Locale.ROOT)
                    : given;
        }
    }

    /// Names that answers have and a job's record on the disk does not, since released programs
    /// read the record.
    private interface InAnswers {
        @JsonProperty("notify")
        String telling();
    }

    private Wire() {}

    public static String write(Object value) {
        return Printable.escaped(MAPPER.writeValueAsString(value));
    }

    /// Renders a value as one line of JSON from which [#read] gets the same texts back, whatever
    /// bytes they stand for.
    public static String writeExact(Object value) {
        return new String(Bytes.json(EXACT.writeValueAsString(value)), StandardCharsets.UTF_8);
    }

    public static String writePretty(Object value) {
        return Printable.escaped(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value));
    }

    public static ObjectNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /// Reads a value.
    ///
    /// @throws tools.jackson.core.JacksonException if the line is not JSON of this type, or is
    ///   `null`
    public static <T> T read(String line, Class<T> type) {
        T value = MAPPER.readValue(line, type);
        if (value == null) {
            throw MismatchedInputException.from(null, type, "null is not allowed here");
        }
        return value;
    }

    /// Writes the texts of JSON for people ([Bytes#shown]). If a command, a directory, a label or a
    /// file stands for bytes that are not UTF-8, these follow in base64: `"cwd":"/caf\\xe9"`,
    /// `"cwd_base64":"L2NhZuk="`.
    public static final class ShownBytes extends JsonGeneratorDelegate {
        private static final Set<String> EXACT = Set.of("command", "cwd", "label", "file");

        private ShownBytes(JsonGenerator out) {
            super(out, false);
        }

        public static JsonMapper.Builder mapper() {
            return JsonMapper.builder(
                    JsonFactory.builder().addDecorator((_, out) -> new ShownBytes(out)).build());
        }

        @Override
        public JsonGenerator writeString(@Nullable String text) {
            if (text == null || !Bytes.differs(text)) {
                delegate.writeString(text);
                return this;
            }
            TokenStreamContext place = delegate.streamWriteContext();
            String name = place.inObject() ? place.currentName() : null;
            delegate.writeString(Bytes.shown(text));
            if (name != null && EXACT.contains(name)) {
                delegate.writeName(name + "_base64");
                delegate.writeString(Bytes.base64(text));
            }
            return this;
        }

        @Override
        public JsonGenerator writeString(char[] text, int from, int length) {
            return writeString(new String(text, from, length));
        }

        @Override
        public JsonGenerator writeString(SerializableString text) {
            return writeString(text.getValue());
        }

        @Override
        public JsonGenerator writeName(String name) {
            delegate.writeName(Bytes.shown(name));
            return this;
        }
    }
}
