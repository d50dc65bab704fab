package dev.nudge.notify;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nudge.job.Job;
import dev.nudge.job.Question;
import dev.nudge.job.record.JobJson;
import dev.nudge.protocol.Wire;
import dev.nudge.text.Printable;
import java.util.Optional;
import java.util.OptionalLong;

/// A notification about a job, for people: it has `ended`, or `asks`.
record Notice(String event, Job job) {
    private static final int LONGEST = 200;

    /// Returns whether a value of the setting `notify_on` asks for this notice.
    boolean isWanted(String notifyOn) {
        return event.equals("asks")
                || switch (notifyOn) {
                    case "failed" -> !job.hasSucceeded();
                    case "asks" -> false;
                    default -> true;
                };
    }

    /// Returns the job as `nudge ps --json` shows it, with the event, as one line of JSON.
    String json() {
        JobJson shown = JobJson.of(job, OptionalLong.empty(), false, Optional.empty());
        return Wire.write(new Form(event, shown));
    }

    private record Form(String event, @JsonUnwrapped JobJson job) {}

    /// Returns it in words for the log: `job 17 (ended)`.
    String words() {
        return "job %d (%s)".formatted(job.number(), event);
    }

    /// Returns one printable sentence of at most 200 characters.
    String sentence() {
        return sentence(question().map(q -> " [" + q + "]").orElse(""));
    }

    String title() {
        return sentence("");
    }

    /// Returns the prompt of the question that the job asks, if it has a text.
    Optional<String> question() {
        return job.isEnded()
                ? Optional.empty()
                : job.question().map(Question::prompt).map(String::strip).filter(q -> !q.isEmpty());
    }

    private String sentence(String question) {
        String name = job.spec().label().orElse(job.spec().command());
        String what = job.isEnded() ? job.ending() : "asks for input" + question;
        String text = "job %d %s: %s".formatted(job.number(), what, Printable.line(name));
        return Printable.shorten(Printable.line(text), LONGEST);
    }
}
