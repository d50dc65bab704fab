package dev.nudge.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Everything that `openapi.yaml` describes happens as it describes it: each request with each of
/// its answers. [PageClient] checks all that it sends and receives. [PageLiveIT] does the same for
/// `asyncapi.yaml`.
class PageDescriptionIT extends ClientStory {
    /// In seconds; the longest time that is accepted.
    private static final int LONGEST = 1_000_000_000;

    @Test
    void everyRequestIsAnsweredAsDescribed() {
        requests();
        Set<String> described = Described.answers();
        // Not of the interface: a browser asks for it, not the page.
        described.removeIf(answer -> answer.startsWith("GET /enter "));

        Set<String> seen = new TreeSet<>(page.seen());
        assertThat(seen).contains("404", "405");
        seen.removeAll(Set.of("404", "405"));
        assertThat(seen).isEqualTo(described);
    }

    private void requests() {
        JsonNode status = page.get("/api/status");
        assertThat(status.path("pid").longValue()).isEqualTo(user.daemonPid());
        assertThat(status.path("cwd").stringValue()).isEqualTo(System.getProperty("user.dir"));
        assertThat(status.path("detach_key").stringValue()).isEqualTo("^\\");
        assertThat(page.get("/api/agents").path("agents")).isEmpty();
        long job = page.start(Map.of("command", "seq 5; sleep 1000", "timeout_seconds", LONGEST));
        page.get("/api/jobs");
        String path = "/api/jobs/" + job;
        page.get(path);
        page.send("GET", path + "/log?lines=2", "");
        page.send("GET", path + "/log?from=-1", "");
        page.get(path + "/times");
        page.send("POST", path + "/restart", "{}");
        page.send("POST", "/api/clean", "{\"jobs\":[%d]}".formatted(job));
        JsonNode signalled = page.post(path + "/signal", Map.of("signal", "CONT"));
        assertThat(signalled.path("processes").intValue()).isPositive();
        page.send("POST", path + "/signal", "{\"signal\":\"NONE\"}");
        JsonNode killed = page.post(path + "/kill", Map.of("grace_seconds", LONGEST));
        assertThat(killed.path("was_ended").booleanValue()).isFalse();
        assertThat(killed.at("/job/signal").stringValue()).isEqualTo("SIGTERM");
        page.send("POST", path + "/kill", "{\"grace_seconds\":-1}");
        page.send("GET", path + "/download", "");
        page.get(path + "/line?at=1");
        long again = page.post(path + "/restart", Map.of()).at("/job/job").longValue();
        assertThat(user.record(again).path("command").stringValue()).startsWith("seq 5");
        page.post("/api/jobs/" + again + "/kill", Map.of());
        JsonNode cleaned = page.post("/api/clean", Map.of("jobs", List.of(job, again)));
        assertThat(cleaned.path("removed").valueStream().map(JsonNode::longValue))
                .containsExactly(job, again);
        assertThat(page.send("GET", path, "").statusCode()).isEqualTo(404);
        page.send("POST", "/api/jobs", "{}");
        page.send("POST", "/api/jobs", "\"" + "x".repeat(1 << 20) + "\"");
        for (String what : List.of("", "/log", "/line", "/times", "/download")) {
            page.send("GET", "/api/jobs/999" + what, "");
        }
        for (String what : List.of("/kill", "/signal", "/restart", "/hold", "/release", "/move")) {
            page.send("POST", "/api/jobs/999" + what, "{}");
        }
        queueRequests();
        page.send("GET", "/api/nothing", "");
        page.send("POST", "/api/status", "{}");
    }

    private void queueRequests() {
        page.get("/api/groups");
        page.post("/api/groups/pause", Map.of("group", "default"));
        long job = page.start(Map.of("command", "false", "retry", 1, "retry_delay_seconds", 1));
        String path = "/api/jobs/" + job;
        page.post(path + "/hold", Map.of());
        page.get("/api/groups");
        page.post("/api/groups", Map.of("group", "builds", "parallel", 1));
        page.post("/api/groups/set", Map.of("group", "builds"));
        page.post("/api/groups/remove", Map.of("group", "builds"));
        page.post(path + "/move", Map.of());
        page.send("POST", "/api/groups/remove", "{\"group\":\"default\"}");
        for (String what : List.of("", "/set", "/remove")) {
            page.send("POST", "/api/groups" + what, "{}");
        }
        page.post(path + "/release", Map.of());
        page.post("/api/groups/resume", Map.of("group", "default"));
        user.awaitEnd(job);
        page.get(path);
        page.send("POST", path + "/hold", "{}");
        page.send("POST", path + "/release", "{}");
        page.send("POST", path + "/move", "{}");
        page.send("POST", "/api/groups/pause", "{}");
        page.send("POST", "/api/groups/resume", "{\"group\":\"none\"}");
    }
}
