package dev.nudge.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.web.Described;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// `openapi.yaml` describes exactly the requests that there are.
class RequestDescriptionTest {
    @Test
    @SuppressWarnings("NullAway") // nothing is asked
    void everyRequestIsDescribedAndNoOther() {
        List<String> described = new ArrayList<>();
        JsonNode paths = Described.REQUESTS.path("paths");
        for (String path : paths.propertyNames()) {
            paths.path(path).propertyNames().stream()
                    .filter(method -> List.of("get", "post").contains(method))
                    .forEach(method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path));
        }
        described.remove("GET /enter");
        assertThat(new RestApi(null, null, "").routes())
                .containsExactlyInAnyOrderElementsOf(described);
    }
}
