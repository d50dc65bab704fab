package dev.nudge.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The interface of the page as `openapi.yaml` and `asyncapi.yaml` describe it. Holds everything
/// that tests send and receive against its schema, in which here nothing may be left undescribed.
public final class Described {
    private static final String PLACE = "https://nudge.test/";
    private static final String OPENAPI = "openapi.yaml";
    private static final String ASYNCAPI = "asyncapi.yaml";
    public static final JsonNode REQUESTS = read(OPENAPI);
    public static final JsonNode MESSAGES = read(ASYNCAPI);
    private static final Map<String, String> DOCUMENTS =
            Map.of(PLACE + OPENAPI, REQUESTS.toString(), PLACE + ASYNCAPI, MESSAGES.toString());
    private static final SchemaRegistry SCHEMAS =
            SchemaRegistry.withDefaultDialect(
                    SpecificationVersion.DRAFT_2020_12, registry -> registry.schemas(DOCUMENTS));

    private Described() {}

    private static JsonNode read(String name) {
        JsonNode document = new YAMLMapper().readTree(WebPage.class.getResourceAsStream(name));
        close(document);
        return document;
    }

    /// Allows no property that is not described.
    private static void close(JsonNode node) {
        if (node instanceof ObjectNode object
                && object.path("type").toString().contains("\"object\"")
                && object.has("properties")) {
            object.put("additionalProperties", false);
        }
        node.forEach(Described::close);
    }

    /// Returns all requests and their answers: `GET /api/jobs 200`.
    static Set<String> answers() {
        Set<String> all = new TreeSet<>();
        for (Map.Entry<String, JsonNode> path : REQUESTS.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                method.getValue()
                        .path("responses")
                        .propertyNames()
                        .forEach(status -> all.add(name(method.getKey(), path.getKey(), status)));
            }
        }
        return all;
    }

    private static String name(String method, String path, String status) {
        return "%s %s %s".formatted(method.toUpperCase(Locale.ROOT), path, status);
    }

    /// Returns all messages of a channel.
    static Set<String> messages(String channel) {
        return new TreeSet<>(
                MESSAGES.path("channels").path(channel).path("messages").propertyNames());
    }

    /// Checks a request of the page and its answer.
    ///
    /// @return which one it was, as in [#answers]; for a refusal of all requests alike, that
    static String check(String method, String path, String body, int status, byte[] answer) {
        String template = path.replaceFirst("\\?.*", "").replaceFirst("/jobs/\\d+", "/jobs/{job}");
        String pointer =
                "/paths/%s/%s"
                        .formatted(template.replace("/", "~1"), method.toLowerCase(Locale.ROOT));
        JsonNode operation = REQUESTS.at(pointer);
        if (List.of(401, 403, 404, 405).contains(status)
                && !operation.path("responses").has(Integer.toString(status))) {
            valid(OPENAPI, "/components/schemas/Refusal", tree(answer));
            return Integer.toString(status);
        }
        String response = pointer + "/responses/" + status;
        JsonNode described = REQUESTS.at(response);
        assertThat(described.isObject()).as(response).isTrue();
        if (described.has("$ref")) {
            response = described.path("$ref").stringValue().substring(1);
            described = REQUESTS.at(response);
        }
        if (described.path("content").has("application/json")) {
            valid(OPENAPI, response + "/content/application~1json/schema", tree(answer));
        }
        if (status < 300 && !body.isEmpty()) {
            String asked = pointer + "/requestBody/content/application~1json/schema";
            if (!REQUESTS.at(asked).isMissingNode()) {
                valid(OPENAPI, asked, JsonMapper.shared().readTree(body));
            }
        }
        return name(method, template, Integer.toString(status));
    }

    private static JsonNode tree(byte[] json) {
        return JsonMapper.shared().readTree(json);
    }

    /// Checks a message, of the page or to it.
    static void check(JsonNode message) {
        String type = message.path("type").asString("");
        assertThat(MESSAGES.at("/components/messages").has(type)).as(message.toString()).isTrue();
        ObjectNode content = ((ObjectNode) message).deepCopy();
        content.remove("type");
        valid(ASYNCAPI, "/components/messages/" + type + "/payload", content);
    }

    private static void valid(String document, String pointer, JsonNode value) {
        String place = PLACE + document + "#" + pointer.replace("{", "%7B").replace("}", "%7D");
        assertThat(SCHEMAS.getSchema(SchemaLocation.of(place)).validate(value))
                .as(document + " " + pointer + ": " + value)
                .isEmpty();
    }
}
