package dev.nudge.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import dev.nudge.protocol.Wire;
import dev.nudge.web.live.TerminalSession.TerminalMessage;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// `asyncapi.yaml` describes exactly the messages that there are.
class MessageDescriptionTest {
    private static JsonNode description() throws IOException {
        try (InputStream file = Wire.class.getResourceAsStream("/dev/nudge/web/asyncapi.yaml")) {
            return new YAMLMapper().readTree(file);
        }
    }

    private static List<JsonSubTypes.Type> types(Class<?> messages) {
        return List.of(messages.getAnnotation(JsonSubTypes.class).value());
    }

    @ParameterizedTest
    @ValueSource(classes = {LiveRequest.class, LiveEvent.class, TerminalMessage.class})
    void everyMessageIsDescribedWithItsFields(Class<?> messages) throws IOException {
        JsonNode described = description().path("components").path("messages");
        for (JsonSubTypes.Type type : types(messages)) {
            Set<String> fields = new TreeSet<>(fields(type.value()));
            JsonNode message = described.path(type.name());
            assertThat(message.isObject()).as(type.name()).isTrue();
            Set<String> names =
                    new TreeSet<>(message.path("payload").path("properties").propertyNames());
            assertThat(names).as(type.name()).containsAll(fields);
            if (!type.name().equals("error")) {
                assertThat(names).as(type.name()).isEqualTo(fields);
            }
        }
    }

    private static List<String> fields(Class<?> message) {
        return Arrays.stream(message.getRecordComponents())
                .map(RecordComponent::getName)
                .map(name -> name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"live", "terminal"})
    void everyChannelHasItsMessages(String channel) throws IOException {
        List<Class<?>> messages =
                channel.equals("live")
                        ? List.of(LiveRequest.class, LiveEvent.class)
                        : List.of(TerminalMessage.class);
        Set<String> expected = new TreeSet<>();
        messages.forEach(m -> types(m).forEach(type -> expected.add(type.name())));
        assertThat(
                        new TreeSet<>(
                                description()
                                        .path("channels")
                                        .path(channel)
                                        .path("messages")
                                        .propertyNames()))
                .isEqualTo(expected);
    }
}
