package dev.nudge.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Everything that `openapi.yaml` describes happens as it describes it: each request with each of
/// its answers. [PageClient] checks all that it sends and receives. [PageLiveIT] does the same for
/// `asyncapi.yaml`. Also what is refused, and with which reason.
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

    @Test
    void textThatIsTooLongIsRefused() {
        String text = "x".repeat(200_000);
        for (String name :
                "command label cwd notify excerpt life_span terminal agent group exclusive not_before"
                        .split(" ", -1)) {
            String order = "{\"command\":\"true\",\"%s\":\"%s\"}".formatted(name, text);
            String said = refused("/api/jobs", order, 400, name + " has 200,000 ");
            assertThat(said).contains("expected at most").hasSizeLessThan(300);
        }
    }

    @Test
    void startedJobIsListedWithEverythingThatPsKnows() {
        String folder = user.folder("work").toString();
        long job = page.start(Map.of("command", "pwd", "cwd", folder, "notify", "silent"));
        user.awaitEnd(job);

        assertThat(page.get("/api/jobs").path("jobs")).contains(user.record(job));
        assertThat(user.run("logs", Long.toString(job))).isEqualTo(folder + "\n");
        JsonNode whole = page.get("/api/jobs/" + job);
        assertThat(whole.path("output").stringValue())
                .isEqualTo(user.job(job).resolve("output.log").toString());
        assertThat(whole.at("/reports/0/about").stringValue()).isEqualTo("end");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    400 | jobs         | {}                                     | command is missing or blank
                    400 | jobs         | {"command":"x","terminal":"big"}       | is not a terminal size
                    400 | jobs         | {"command":"x","cwd":"/nowhere"}       | does not exist
                    400 | jobs         | {"command":"x","agent":"%9"}           | No agent
                    400 | jobs         | {"command":                            | not understood
                    400 | jobs         | {"command":"x","group":"none"}         | there are: default
                    400 | jobs         | {"command":"x","after":[99]}           | 99, which does not exist
                    400 | jobs         | {"command":"x","after":[null]}         | after is null
                    400 | jobs         | {"command":"x","after_any":[1,null]}   | after_any is null
                    400 | jobs         | {"command":"x","priority":1001}        | -1000 to 1000
                    400 | jobs         | {"command":"x","exclusive":"!"}        | exclusive is
                    400 | jobs         | {"command":"x","not_before":"soon"}    | not_before is
                    400 | jobs         | {"command":"x","memory":1}             | 16M or more
                    400 | jobs         | {"command":"x","cpus":-1}              | expected a number of processors
                    400 | jobs         | {"command":"x","nice":20}              | -20 (first) to 19 (last)
                    400 | jobs         | {"command":"x","delay_seconds":5,"not_before":"2026-01-01T00:00:00Z"} | delay_seconds and not_before cannot be combined
                    400 | jobs         | {"command":"x","delay_seconds":-1}     | is -1; expected 0
                    400 | jobs         | {"command":"x","timeout_seconds":1000000001} | timeout_seconds is 1000000001; expected 0 to 1000000000 seconds, as a number or as a text such as \\"1h30m\\"
                    400 | jobs         | {"command":"x","retry":101}            | expected 0 to 100
                    400 | groups/pause | {}                                     | group is missing
                    400 | groups/resume | {"group":"none"}                      | There is no group
                    404 | jobs/999/kill | {}                                    | There is no job 999.
                    404 | jobs/999/hold | {}                                    | There is no job 999.
                    404 | nothing      | {}                                     | There is no /api/nothing.
                    405 | status       | {}                                     | /api/status takes no POST.
                    """)
    void wrongOrderIsRefusedWithAReason(int status, String path, String body, String message) {
        refused("/api/" + path, body, status, message);
    }

    private String refused(String path, String body, int status, String message) {
        HttpResponse<byte[]> answer = page.send("POST", path, body);
        String said = new String(answer.body(), StandardCharsets.UTF_8);
        assertThat(answer.statusCode()).as(path + " " + said).isEqualTo(status);
        assertThat(said).contains(message);
        return said;
    }

    private static String window(long job, String query) {
        HttpResponse<byte[]> answer = page.send("GET", "/api/jobs/" + job + "/log?" + query, "");
        List<String> places =
                Stream.of("From", "To", "Size")
                        .map(name -> answer.headers().firstValue("Nudge-Log-" + name).orElse("?"))
                        .toList();
        return "%s-%s/%s ".formatted(places.toArray())
                + new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void windowsOfALogAreReadByBytesAndByLines() {
        long job = page.start(Map.of("command", "seq -w 1 1000"));
        user.awaitEnd(job);

        assertThat(window(job, "from=0&length=10")).isEqualTo("0-10/5000 0001\n0002\n");
        assertThat(window(job, "from=4990")).isEqualTo("4990-5000/5000 0999\n1000\n");
        assertThat(window(job, "lines=2")).isEqualTo("4990-5000/5000 0999\n1000\n");
        assertThat(window(job, "lines=2&to=15")).isEqualTo("5-15/5000 0002\n0003\n");
        assertThat(window(job, "lines=2&from=12")).isEqualTo("10-20/5000 0003\n0004\n");
        assertThat(window(job, "from=6000")).isEqualTo("5000-5000/5000 ");
    }
}
