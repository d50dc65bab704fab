package dev.nudge.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the page can do with jobs by HTTP, with the real daemon.
class PageJobsIT {
    @AutoClose private static NudgeUser user;

    @AutoClose private PageClient page;

    @BeforeAll
    static void start() {
        user = NudgeUser.create();
    }

    @BeforeEach
    void open() throws IOException, InterruptedException {
        page = PageClient.open(user);
    }

    private long start(Map<String, Object> order) throws IOException, InterruptedException {
        return page.post("/api/jobs", order).path("job").path("job").longValue();
    }

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

    @Test
    void textThatIsTooLongIsRefused() throws IOException, InterruptedException {
        String text = "x".repeat(200_000);
        for (String name :
                List.of(
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
                        "not_before")) {
            Map<String, Object> order = new HashMap<>(Map.of("command", "true"));
            order.put(name, text);
            HttpResponse<byte[]> answer =
                    page.send("POST", "/api/jobs", JsonMapper.shared().writeValueAsString(order));

            assertThat(answer.statusCode()).as(name).isEqualTo(400);
            assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                    .contains(name + " has 200,000 ", "expected at most")
                    .hasSizeLessThan(300);
        }
    }

    @Test
    void startedJobIsListedWithEverythingThatPsKnows() throws IOException, InterruptedException {
        String folder = user.folder("work").toString();
        long job =
                start(
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
        long first = start(Map.of("command", "sleep 1000", "group", "slow"));
        Map<String, Object> order =
                Map.of("command", "true", "group", "slow", "after_any", List.of(first), "retry", 2);
        long second = start(order);
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

    @Test
    void wrongOrdersAreRefusedWithAReason() throws IOException, InterruptedException {
        refused("/api/jobs", "{}", 400, "command is missing or blank");
        refused(
                "/api/jobs",
                "{\"command\":\"x\",\"terminal\":\"big\"}",
                400,
                "is not a terminal size");
        refused("/api/jobs", "{\"command\":\"x\",\"cwd\":\"/nowhere\"}", 400, "does not exist");
        refused("/api/jobs", "{\"command\":\"x\",\"agent\":\"%9\"}", 400, "No agent");
        refused("/api/jobs", "{\"command\":", 400, "not understood");
        refused("/api/jobs/999/kill", "{}", 404, "There is no job 999.");
        refused("/api/jobs", "{\"command\":\"x\",\"group\":\"none\"}", 400, "there are: default");
        refused("/api/jobs", "{\"command\":\"x\",\"after\":[99]}", 400, "99, which does not exist");
        refused("/api/jobs", "{\"command\":\"x\",\"after\":[null]}", 400, "after is null");
        refused(
                "/api/jobs",
                "{\"command\":\"x\",\"after_any\":[1,null]}",
                400,
                "after_any is null");
        refused("/api/jobs", "{\"command\":\"x\",\"priority\":1001}", 400, "-1000 to 1000");
        refused("/api/jobs", "{\"command\":\"x\",\"exclusive\":\"!\"}", 400, "exclusive is");
        refused("/api/jobs", "{\"command\":\"x\",\"not_before\":\"soon\"}", 400, "not_before is");
        refused("/api/jobs", "{\"command\":\"x\",\"memory\":1}", 400, "16M or more");
        refused(
                "/api/jobs",
                "{\"command\":\"x\",\"cpus\":-1}",
                400,
                "expected a number of processors");
        refused("/api/jobs", "{\"command\":\"x\",\"nice\":20}", 400, "-20 (first) to 19 (last)");
        refused(
                "/api/jobs",
                "{\"command\":\"x\",\"delay_seconds\":5,\"not_before\":\"2026-01-01T00:00:00Z\"}",
                400,
                "delay_seconds and not_before cannot be combined");
        refused("/api/jobs", "{\"command\":\"x\",\"delay_seconds\":-1}", 400, "is -1; expected 0");
        refused("/api/jobs", "{\"command\":\"x\",\"retry\":101}", 400, "expected 0 to 100");
        refused("/api/groups/pause", "{}", 400, "group is missing");
        refused("/api/groups/resume", "{\"group\":\"none\"}", 400, "There is no group");
        refused("/api/jobs/999/hold", "{}", 404, "There is no job 999.");
        refused("/api/nothing", "{}", 404, "There is no /api/nothing.");
        refused("/api/status", "{}", 405, "/api/status takes no POST.");
        refused("/api/jobs", "\"" + "x".repeat(1 << 20) + "\"", 413, "longer than");
    }

    @Test
    void timesAreBounded() throws IOException, InterruptedException {
        List<String> names =
                List.of(
                        "timeout_seconds",
                        "silence_timeout_seconds",
                        "delay_seconds",
                        "retry_delay_seconds");
        for (String name : names) {
            refused(
                    "/api/jobs",
                    "{\"command\":\"x\",\"%s\":1000000001}".formatted(name),
                    400,
                    name
                            + " is 1000000001; expected 0 to 1000000000 seconds, as a number or as a text such as \\\"1h30m\\\"");
        }
        long job = start(Map.of("command", "sleep 1000", "timeout_seconds", 1_000_000_000));
        String kill = "/api/jobs/%d/kill".formatted(job);
        refused(kill, "{\"grace_seconds\":1000000001}", 400, "expected 0 to 1000000000 seconds");
        page.post(kill, Map.of("grace_seconds", 1_000_000_000));
    }

    private void refused(String path, String body, int status, String message)
            throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = page.send("POST", path, body);
        assertThat(answer.statusCode()).as(path + " " + body).isEqualTo(status);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains(message);
    }

    @Test
    void jobIsSignalledKilledRestartedAndRemoved() throws IOException, InterruptedException {
        long job = start(Map.of("command", "sleep 1000"));
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
        long job = start(Map.of("command", "seq -w 1 1000"));
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
