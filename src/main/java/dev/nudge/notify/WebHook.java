package dev.nudge.notify;

import dev.nudge.job.Job;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// A web address that takes notices (settings `notify_url` and `notify_body`), such as one of ntfy,
/// Slack or Telegram. The address is often a secret, so only its host is ever shown.
///
/// @param body what is posted: JSON, or a plain text, with `{text}` and the other words in braces
/// @param output returns what `{output}` stands for; called only if the body has it
record WebHook(URI address, String body, Function<Job, String> output) {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final List<Duration> PAUSES =
            List.of(Duration.ofSeconds(2), Duration.ofSeconds(8));

    private static final Pattern WORD = Pattern.compile("\\{(text|job|event|output)\\}");
    private static final Pattern JSON =
            Pattern.compile("\\s*[\\[{]\\s*(?!%s)[\"\\[{](?s:.*)".formatted(WORD.pattern()));
    private static final int TOO_MANY = 429;

    /// @param isFinal whether another attempt would end in the same way
    private record Outcome(Optional<String> failure, boolean isFinal) {}

    /// Posts a notice, with at most three attempts. Blocks for at most 40 s.
    void post(Notice notice) throws InterruptedException {
        byte[] content = content(notice).getBytes(StandardCharsets.UTF_8);
        Outcome outcome = attempt(content);
        for (Duration pause : PAUSES) {
            if (outcome.isFinal()) {
                break;
            }
            Thread.sleep(pause);
            outcome = attempt(content);
        }
        String way = "notify_url (%s) for %s".formatted(address.getHost(), notice.words());
        outcome.failure().ifPresent(reason -> Notifier.failed(way, reason));
    }

    private boolean isJson() {
        return JSON.matcher(body).matches();
    }

    private String content(Notice notice) {
        return WORD.matcher(body)
                .replaceAll(
                        word -> Matcher.quoteReplacement(written(value(word.group(1), notice))));
    }

    private String value(String word, Notice notice) {
        return switch (word) {
            case "job" -> Long.toString(notice.job().number());
            case "event" -> notice.event();
            case "output" -> notice.question().orElseGet(() -> output.apply(notice.job()));
            default -> notice.title();
        };
    }

    /// Returns a text as it stands in the body: if that is JSON, as between its quotes.
    private String written(String text) {
        if (!isJson()) {
            return text;
        }
        String quoted = JsonMapper.shared().writeValueAsString(text);
        return quoted.substring(1, quoted.length() - 1);
    }

    private Outcome attempt(byte[] content) {
        try {
            HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
            CompletableFuture.delayedExecutor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(connection::disconnect);
            connection.setConnectTimeout((int) LIMIT.toMillis());
            connection.setReadTimeout((int) LIMIT.toMillis());
            connection.setInstanceFollowRedirects(false);
            connection.setRequestMethod("POST");
            connection.setRequestProperty("User-Agent", "nudge");
            connection.setRequestProperty(
                    "Content-Type", isJson() ? "application/json" : "text/plain; charset=utf-8");
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(content.length);
            try {
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(content);
                }
                return outcome(connection.getResponseCode());
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return new Outcome(Optional.of(e.toString()), false);
        }
    }

    private static Outcome outcome(int status) {
        boolean isTaken = status / 100 == 2;
        boolean isForNow =
                status == HttpURLConnection.HTTP_CLIENT_TIMEOUT
                        || status == TOO_MANY
                        || status >= HttpURLConnection.HTTP_INTERNAL_ERROR;
        return new Outcome(
                isTaken ? Optional.empty() : Optional.of("it answered with status " + status),
                !isForNow);
    }
}
