package dev.nudge.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Everything that `openapi.yaml` and `asyncapi.yaml` describe happens as they describe it: each
/// request with each of its answers, and each message but those of terminals, which [PageLiveIT]
/// sees. [PageClient] and [PageConnection] check all that they send and receive.
class PageDescriptionIT extends ClientStory {
    @Test
    void everyRequestIsAnsweredAsDescribed() throws IOException, InterruptedException {
        requests();
        Set<String> described = Described.answers();
        // Not of the interface: a browser asks for it, not the page.
        described.removeIf(answer -> answer.startsWith("GET /enter "));

        Set<String> seen = new TreeSet<>(page.seen());
        assertThat(seen).contains("404", "405");
        seen.removeAll(Set.of("404", "405"));
        assertThat(seen).isEqualTo(described);
    }

    private void requests() throws IOException, InterruptedException {
        page.get("/api/status");
        page.get("/api/agents");
        long job = page.start(Map.of("command", "seq 5; sleep 1000"));
        page.get("/api/jobs");
        String path = "/api/jobs/" + job;
        page.get(path);
        page.send("GET", path + "/log?lines=2", "");
        page.send("GET", path + "/log?from=-1", "");
        page.get(path + "/times");
        page.send("POST", path + "/restart", "{}");
        page.send("POST", "/api/clean", "{\"jobs\":[%d]}".formatted(job));
        page.post(path + "/signal", Map.of("signal", "CONT"));
        page.send("POST", path + "/signal", "{\"signal\":\"NONE\"}");
        page.post(path + "/kill", Map.of("grace_seconds", 1));
        page.send("POST", path + "/kill", "{\"grace_seconds\":-1}");
        page.send("GET", path + "/download", "");
        page.get(path + "/line?at=1");
        long again = page.post(path + "/restart", Map.of()).at("/job/job").longValue();
        page.post("/api/jobs/" + again + "/kill", Map.of());
        page.post("/api/clean", Map.of("jobs", List.of(job, again)));
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

    private void queueRequests() throws IOException, InterruptedException {
        page.get("/api/groups");
        page.post("/api/groups/pause", Map.of("group", "default"));
        Map<String, ?> order =
                Map.of(
                        "command",
                        "false",
                        "group",
                        "default",
                        "retry",
                        1,
                        "retry_delay_seconds",
                        1);
        long job = page.start(order);
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

    @Test
    void everyLiveMessageIsAsDescribed() throws IOException, InterruptedException {
        try (PageConnection live = new PageConnection(page, "/api/live")) {
            live.say(Map.of("type", "watch_jobs"));
            live.await("jobs", _ -> true);
            live.await("groups", _ -> true);
            String asks = "seq 20000; printf 'Go on? '; read -r x; sleep 3";
            long job = page.startOnTerminal(asks);
            live.say(Map.of("type", "follow", "job", job));
            live.say(Map.of("type", "measure", "job", job));
            live.await("changed", _ -> true);
            live.await("sizes", _ -> true);
            live.await("grown", _ -> true);
            live.await("measured", _ -> true);
            live.say(Map.of("type", "search", "id", "a", "job", job, "pattern", "1999"));
            live.await("found", found -> !found.path("matches").isEmpty());
            live.await("searched", _ -> true);
            live.say(Map.of("type", "search", "id", "b", "job", job, "pattern", "("));
            live.await("error", _ -> true);
            live.say(Map.of("type", "cancel", "id", "b"));
            long question = live.await("stdin_request", _ -> true).path("question").longValue();
            live.say(
                    Map.of("type", "stdin_input", "job", job, "question", question, "text", "yes"));
            live.await("stdin_resolved", _ -> true);
            live.say(Map.of("type", "unmeasure", "job", job));
            live.say(Map.of("type", "unfollow", "job", job));
            user.awaitEnd(job);

            assertThat(live.types()).isEqualTo(Described.messages("live"));
        }
    }
}
