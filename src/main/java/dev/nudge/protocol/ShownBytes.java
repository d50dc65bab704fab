package dev.nudge.protocol;

import dev.nudge.text.Bytes;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonGeneratorDelegate;
import tools.jackson.databind.json.JsonMapper;

/// Writes the texts of JSON for people ([Bytes#shown]). If a command, a directory, a label or a
/// file stands for bytes that are not UTF-8, these follow in base64: `"cwd":"/caf\\xe9"`,
/// `"cwd_base64":"L2NhZuk="`.
public final class ShownBytes extends JsonGeneratorDelegate {
    private static final Set<String> EXACT = Set.of("command", "cwd", "label", "file");

    private ShownBytes(JsonGenerator out) {
        super(out, false);
    }

    /// Returns a builder of mappers that write texts in this way.
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
