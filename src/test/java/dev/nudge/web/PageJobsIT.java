package dev.nudge.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the page can do with jobs by HTTP, with the real daemon.
class PageJobsIT extends ClientStory {
    private String window(long job, String query) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = page.send("GET", "/api/jobs/" + job + "/log?" + query, "");
        return answer.headers().firstValue("Nudge-Log-From").orElse("?")
                + "-"
                + answer.headers().firstValue("Nudge-Log-To").orElse("?")
                + "/"
                + answer.headers().firstValue("Nudge-Log-Size").orElse("?")
                + " "
                + new String(answer.body(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "command",
                "label",
                "cwd",
                "notify",
                "excerpt",
                "life_span",
                "terminal",
                "agent",
                "group",
                "exclusive",
                "not_before"
            })
    void textThatIsTooLongIsRefused(String name) throws IOException, InterruptedException {
        Map<String, Object> order = new HashMap<>(Map.of("command", "true"));
        order.put(name, "x".repeat(200_000));
        String said =
                refused(
                        "/api/jobs",
                        JsonMapper.shared().writeValueAsString(order),
                        400,
                        name + " has 200,000 ");
        assertThat(said).contains("expected at most").hasSizeLessThan(300);
    }

    @Test
    void startedJobIsListedWithEverythingThatPsKnows() throws IOException, InterruptedException {
        String folder = user.folder("work").toString();
        long job =
                page.start(
                        Map.of(
                                "command",
                                "pwd",
                                "cwd",
                                folder,
                                "label",
                                "where",
                                "notify",
                                "silent",
                                "timeout_seconds",
                                60));
        user.awaitEnd(job);

        JsonNode listed =
                page.get("/api/jobs")
                        .path("jobs")
                        .valueStream()
                        .filter(j -> j.path("job").longValue() == job)
                        .findFirst()
                        .orElseThrow();
        assertThat(listed).isEqualTo(user.record(job));
        assertThat(listed.path("label").stringValue()).isEqualTo("where");
        assertThat(user.run("logs", Long.toString(job))).isEqualTo(folder + "\n");
        JsonNode whole = page.get("/api/jobs/" + job);
        assertThat(whole.path("output").stringValue())
                .isEqualTo(user.job(job).resolve("output.log").toString());
        assertThat(whole.path("reports").path(0).path("about").stringValue()).isEqualTo("end");
    }

    @Test
    void jobThatWaitsIsListedInItsGroupHeldAndReleased() throws IOException, InterruptedException {
        user.run("group", "add", "slow", "--parallel", "1");
        long first = page.start(Map.of("command", "sleep 1000", "group", "slow"));
        Map<String, Object> order =
                Map.of("command", "true", "group", "slow", "after_any", List.of(first), "retry", 2);
        long second = page.start(order);
        JsonNode group = page.get("/api/groups").path("groups").path(1);
        assertThat(group.path("name").stringValue()).isEqualTo("slow");
        assertThat(group.path("running").intValue()).isEqualTo(1);
        assertThat(group.path("order").valueStream().map(JsonNode::longValue))
                .containsExactly(second);
        assertThat(user.record(second).path("queue").path("after_any").path(0).longValue())
                .isEqualTo(first);
        String path = "/api/jobs/" + second;
        assertThat(page.post(path + "/hold", Map.of()).path("job").path("state").stringValue())
                .isEqualTo("held");
        page.post("/api/jobs/" + first + "/kill", Map.of());
        assertThat(user.record(second).path("state").stringValue()).isEqualTo("held");
        page.post(path + "/release", Map.of());

        assertThat(user.awaitEnd(second).path("exit_code").intValue()).isZero();
        refused(path + "/hold", "{}", 409, "it has ended");
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
                    400 | jobs         | {"command":"x","retry":101}            | expected 0 to 100
                    400 | groups/pause | {}                                     | group is missing
                    400 | groups/resume | {"group":"none"}                      | There is no group
                    404 | jobs/999/kill | {}                                    | There is no job 999.
                    404 | jobs/999/hold | {}                                    | There is no job 999.
                    404 | nothing      | {}                                     | There is no /api/nothing.
                    405 | status       | {}                                     | /api/status takes no POST.
                    """)
    void wrongOrderIsRefusedWithAReason(int status, String path, String body, String message)
            throws IOException, InterruptedException {
        refused("/api/" + path, body, status, message);
    }

    @Test
    void orderThatIsTooLongIsRefused() throws IOException, InterruptedException {
        refused("/api/jobs", "\"" + "x".repeat(1 << 20) + "\"", 413, "longer than");
    }

    @Test
    void timesAreBounded() throws IOException, InterruptedException {
        for (String name :
                List.of(
                        "timeout_seconds",
                        "silence_timeout_seconds",
                        "delay_seconds",
                        "retry_delay_seconds")) {
            refused(
                    "/api/jobs",
                    "{\"command\":\"x\",\"%s\":1000000001}".formatted(name),
                    400,
                    name
                            + " is 1000000001; expected 0 to 1000000000 seconds, as a number or as a text such as \\\"1h30m\\\"");
        }
        long job = page.start(Map.of("command", "sleep 1000", "timeout_seconds", 1_000_000_000));
        String kill = "/api/jobs/%d/kill".formatted(job);
        refused(kill, "{\"grace_seconds\":1000000001}", 400, "expected 0 to 1000000000 seconds");
        page.post(kill, Map.of("grace_seconds", 1_000_000_000));
    }

    private String refused(String path, String body, int status, String message)
            throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = page.send("POST", path, body);
        String said = new String(answer.body(), StandardCharsets.UTF_8);
        assertThat(answer.statusCode()).as(path + " " + said).isEqualTo(status);
        assertThat(said).contains(message);
        return said;
    }

    @Test
    void jobIsSignalledKilledRestartedAndRemoved() throws IOException, InterruptedException {
        long job = page.start(Map.of("command", "sleep 1000"));
        String path = "/api/jobs/" + job;
        assertThat(page.send("POST", path + "/restart", "{}").statusCode()).isEqualTo(409);
        assertThat(
                        page.post(path + "/signal", Map.of("signal", "CONT"))
                                .path("processes")
                                .intValue())
                .isPositive();
        JsonNode killed = page.post(path + "/kill", Map.of("grace_seconds", 1));
        assertThat(killed.path("was_ended").booleanValue()).isFalse();
        assertThat(killed.path("job").path("signal").stringValue()).isEqualTo("SIGTERM");
        long again = page.post(path + "/restart", Map.of()).path("job").path("job").longValue();
        assertThat(user.record(again).path("command").stringValue()).isEqualTo("sleep 1000");
        assertThat(page.send("POST", "/api/clean", "{\"jobs\":[" + again + "]}").statusCode())
                .as("it runs")
                .isEqualTo(409);
        page.post("/api/jobs/" + again + "/kill", Map.of());
        JsonNode cleaned = page.post("/api/clean", Map.of("jobs", List.of(job, again)));
        assertThat(cleaned.path("removed").valueStream().map(JsonNode::longValue))
                .containsExactly(job, again);
        assertThat(page.send("GET", path, "").statusCode()).isEqualTo(404);
    }

    @Test
    void windowsOfALogAreReadByBytesAndByLines() throws IOException, InterruptedException {
        long job = page.start(Map.of("command", "seq -w 1 1000"));
        user.awaitEnd(job);

        assertThat(window(job, "from=0&length=10")).isEqualTo("0-10/5000 0001\n0002\n");
        assertThat(window(job, "from=4990")).isEqualTo("4990-5000/5000 0999\n1000\n");
        assertThat(window(job, "lines=2")).isEqualTo("4990-5000/5000 0999\n1000\n");
        assertThat(window(job, "lines=2&to=15")).isEqualTo("5-15/5000 0002\n0003\n");
        assertThat(window(job, "lines=2&from=12")).isEqualTo("10-20/5000 0003\n0004\n");
        assertThat(window(job, "from=6000")).isEqualTo("5000-5000/5000 ");
        assertThat(page.send("GET", "/api/jobs/" + job + "/log?from=-1", "").statusCode())
                .isEqualTo(400);
        HttpResponse<byte[]> whole = page.send("GET", "/api/jobs/" + job + "/download", "");
        assertThat(whole.body()).hasSize(5000);
        assertThat(whole.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"job-%d.log\"".formatted(job));
    }

    @Test
    void theDaemonAndTheAgentsAreShown() throws IOException, InterruptedException {
        JsonNode status = page.get("/api/status");
        assertThat(status.path("pid").longValue()).isEqualTo(user.daemonPid());
        assertThat(status.path("cwd").stringValue()).isEqualTo(System.getProperty("user.dir"));
        assertThat(status.path("detach_key").stringValue()).isEqualTo("^\\");
        assertThat(page.get("/api/agents").path("agents").size()).isZero();
    }
}
