package dev.nudge.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// `openapi.yaml` describes exactly the requests that there are.
class RequestDescriptionTest {
    @Test
    @SuppressWarnings("NullAway") // nothing is asked
    void everyRequestIsDescribedAndNoOther() throws IOException {
        List<String> described = new ArrayList<>();
        try (InputStream file = Wire.class.getResourceAsStream("/dev/nudge/web/openapi.yaml")) {
            JsonNode paths = new YAMLMapper().readTree(file).path("paths");
            for (String path : paths.propertyNames()) {
                paths.path(path).propertyNames().stream()
                        .filter(method -> List.of("get", "post").contains(method))
                        .forEach(method ->
                                described.add(method.toUpperCase(Locale.ROOT) + " " + path));
            }
        }
        described.remove("GET /enter");
        assertThat(
                        new RestApi(
                                        null,
                                        new JobRequests(null, null),
                                        new LogRequests(null),
                                        new QueueRequests(null, null),
                                        new PlaceRequests(null, null, ""))
                                .routes())
                .containsExactlyInAnyOrderElementsOf(described);
    }
}
