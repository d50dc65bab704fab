package dev.nudge.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What the page watches by WebSocket, with the real daemon.
class PageLiveIT extends ClientStory {
    private static Predicate<JsonNode> has(String name, Object value) {
        return message -> message.path(name).asString("").equals(value.toString());
    }

    /// With every message that `asyncapi.yaml` describes, but those of terminals.
    @Test
    void logIsFollowedMeasuredAndSearchedAndAQuestionAnsweredByTheFirst() throws IOException {
        Path measured = user.folder("marks").resolve("measured");
        long job =
                page.start(
                        Map.of(
                                "command",
                                "seq 1 20000; while [ ! -e %s ]; do sleep 0.1; done; echo end"
                                        .formatted(measured)));
        try (PageConnection live = new PageConnection(page, "/api/live")) {
            live.say(Map.of("type", "watch_jobs"));
            live.say(Map.of("type", "follow", "job", job));
            live.say(Map.of("type", "measure", "job", job));
            live.await(
                    "measured", has("job", job).and(m -> m.path("memory_bytes").longValue() > 0));
            Files.createFile(measured);
            JsonNode last = live.await("grown", has("ended", true));
            assertThat(last.path("size").longValue()).isEqualTo(108894 + 4);

            live.say(Map.of("type", "search", "id", "a", "job", job, "pattern", "^1999.$"));
            assertThat(live.await("searched", has("id", "a")).path("end").stringValue())
                    .isEqualTo("all");
            JsonNode found =
                    live.await("found", has("id", "a").and(m -> m.path("matches").size() > 0));
            assertThat(found.path("matches").size()).isEqualTo(10);
            long from = found.at("/matches/0/from").longValue();
            byte[] line =
                    page.send("GET", "/api/jobs/" + job + "/log?length=6&from=" + from, "").body();
            assertThat(line).asString(StandardCharsets.US_ASCII).isEqualTo("19990\n");
            live.say(Map.of("type", "search", "id", "b", "job", job, "pattern", "1", "limit", 3));
            JsonNode part = live.await("searched", has("id", "b"));
            assertThat(part.path("end").stringValue()).isEqualTo("limit");
            assertThat(part.path("count").intValue()).isEqualTo(3);
            live.say(Map.of("type", "search", "id", "c", "job", job, "pattern", "("));
            live.await(
                    "error",
                    has("id", "c")
                            .and(m ->
                                    m.path("message").asString("").contains("regular expression")));
            live.say(Map.of("type", "cancel", "id", "c"));

            live.say(Map.of("type", "unmeasure", "job", job));
            live.say(Map.of("type", "unfollow", "job", job));

            try (PageConnection two = new PageConnection(page, "/api/live")) {
                two.say(Map.of("type", "watch_jobs"));
                long asks =
                        page.startOnTerminal(
                                "seq 20000; stty -echo; printf 'Password: '; read -r x; echo \"got $x\"; sleep 2");
                JsonNode asked = live.await("stdin_request", has("job", asks));
                assertThat(asked.path("prompt").stringValue()).isEqualTo("Password: ");
                assertThat(asked.path("masked").booleanValue()).isTrue();
                two.await("stdin_request", has("job", asks));
                live.await("sizes", _ -> true);
                live.answer(asked, "secret");
                live.await("stdin_resolved", has("job", asks).and(has("by", "you")));
                two.await("stdin_resolved", has("job", asks).and(has("by", "page")));
                two.answer(asked, "secret");
                two.await("error", has("about", "stdin_input"));
                live.await("changed", _ -> true);
                user.awaitEnd(asks);
                assertThat(user.output(asks)).contains("got secret");
            }
            assertThat(live.types()).isEqualTo(Described.messages("live"));
        }
    }

    @Test
    void editorAndIdleInterpreterAreNoQuestions() {
        try (PageConnection live = new PageConnection(page, "/api/live")) {
            live.say(Map.of("type", "watch_jobs"));
            long editor = page.startOnTerminal("vi -n " + user.folder("vi").resolve("file"));
            long shell = page.startOnTerminal("python3 -q");
            for (long job : List.of(editor, shell)) {
                String path = "/api/jobs/" + job;
                await().until(() ->
                        page.get(path).at("/job/question/standing").booleanValue(false));
            }
            long asks = page.startOnTerminal("read -p 'Go on? ' x");

            JsonNode first = live.await("stdin_request", _ -> true);
            assertThat(first.path("job").longValue()).isEqualTo(asks);
        }
    }

    /// With every message that `asyncapi.yaml` describes for them.
    @Test
    void terminalIsShownTypedIntoAndResizedByTwo() {
        long job = page.start(Map.of("command", "sh", "terminal", "100x30"));
        String path = "/api/jobs/" + job + "/terminal";
        Set<String> types = new TreeSet<>();
        try (PageConnection one = new PageConnection(page, path);
                PageConnection two = new PageConnection(page, path)) {
            assertThat(one.await("attached", _ -> true).path("columns").intValue()).isEqualTo(100);
            two.await("attached", _ -> true);
            one.type("echo a$((1+1))b\r");
            one.awaitBytes("a2b");
            two.awaitBytes("a2b");
            one.say(Map.of("type", "resize", "columns", 90, "rows", 20));
            assertThat(two.await("resized", has("columns", 90)).path("rows").intValue())
                    .isEqualTo(20);
            one.await("resized", has("columns", 90));
            one.say(Map.of("type", "redraw"));
            one.say(Map.of("type", "taken", "bytes", 10));
            two.type("stty size\r");
            one.awaitBytes("20 90");
            two.type("exit\r");
            one.await("ended", _ -> true);
            assertThat(one.awaitClose()).isEqualTo(1000);
            types.addAll(one.types());
        }
        // The terminal ends before the end of the job is recorded.
        user.awaitEnd(job);
        try (PageConnection late = new PageConnection(page, path)) {
            assertThat(late.await("error", _ -> true).path("message").stringValue())
                    .contains("has ended");
            assertThat(late.awaitClose()).isEqualTo(1008);
            types.addAll(late.types());
        }
        assertThat(types).isEqualTo(Described.messages("terminal"));
    }

    /// The job reads nothing, and the page shows nothing for a while: all that is on the way waits.
    @Test
    void longPasteIntoAFloodEndsNeither() {
        long job = page.startOnTerminal("stty raw -echo; exec yes");
        int most = 1 << 20;
        try (PageConnection one = new PageConnection(page, "/api/jobs/" + job + "/terminal")) {
            await().until(() -> one.count() >= most);
            await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
            one.say(Map.of("type", "resize", "columns", 90, "rows", 20));
            for (int i = 0; i < 10; i++) {
                one.type("x".repeat(100_000));
            }
            int before = one.count();

            await().until(() -> {
                one.say(Map.of("type", "taken", "bytes", most));
                return one.count() > before + most / 2;
            });
        }
        page.post("/api/jobs/%d/kill".formatted(job), Map.of("grace_seconds", 0));
    }

    @Test
    void whatIsTypedJustBeforeThePageClosesArrives() {
        long job = page.startOnTerminal("stty raw -echo; echo ready; head -c 500000 | wc -c");
        try (PageConnection one = new PageConnection(page, "/api/jobs/" + job + "/terminal")) {
            await().until(() -> one.count() >= "ready".length());
            for (int i = 0; i < 5; i++) {
                one.type("x".repeat(100_000));
            }
            one.leave();
            await().until(() -> user.output(job).contains("500000"));
        }
    }
}
