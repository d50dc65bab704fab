package dev.nudge.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.nudge.web.Described;
import dev.nudge.web.live.TerminalSession.TerminalMessage;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// `asyncapi.yaml` describes exactly the messages that there are.
class MessageDescriptionTest {
    private static Map<String, Class<?>> types(Class<?>... messages) {
        return Stream.of(messages)
                .flatMap(some -> Stream.of(some.getPermittedSubclasses()))
                .collect(Collectors.toMap(MessageDescriptionTest::name, type -> type));
    }

    private static String name(Class<?> message) {
        JsonTypeName other = message.getAnnotation(JsonTypeName.class);
        return other == null ? snakeCase(message.getSimpleName()) : other.value();
    }

    private static String snakeCase(String name) {
        return name.replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    @Test
    void everyMessageIsDescribedWithItsFieldsAndNoOther() {
        Map.of(
                        "live",
                        types(LiveRequest.class, LiveEvent.class),
                        "terminal",
                        types(TerminalMessage.class))
                .forEach((channel, types) -> {
                    assertThat(
                                    Described.MESSAGES
                                            .at("/channels/" + channel + "/messages")
                                            .propertyNames())
                            .containsExactlyInAnyOrderElementsOf(types.keySet());
                    JsonNode messages = Described.MESSAGES.at("/components/messages");
                    types.forEach((name, type) -> check(name, type, messages.path(name)));
                });
    }

    private static void check(String name, Class<?> type, JsonNode message) {
        List<String> fields =
                Stream.of(type.getRecordComponents()).map(c -> snakeCase(c.getName())).toList();
        assertThat(message.isObject()).as(name).isTrue();
        Collection<String> described = message.at("/payload/properties").propertyNames();
        assertThat(described).as(name).containsAll(fields);
        if (!name.equals("error")) {
            assertThat(described).as(name).containsExactlyInAnyOrderElementsOf(fields);
        }
    }
}
