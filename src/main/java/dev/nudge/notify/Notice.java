package dev.nudge.notify;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nudge.job.Job;
import dev.nudge.job.Question;
import dev.nudge.job.record.JobJson;
import dev.nudge.protocol.Wire;
import dev.nudge.text.Printable;
import java.util.OptionalLong;

/// A notification about a job, for people.
///
/// @param event `ended` or `asks`
record Notice(String event, Job job) {
    private static final int LONGEST = 200;

    static Notice ended(Job job) {
        return new Notice("ended", job);
    }

    static Notice asks(Job job) {
        return new Notice("asks", job);
    }

    /// Returns whether these words of the setting `notify_on` request it.
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
        return Wire.write(new Form(event, JobJson.of(job, OptionalLong.empty(), false)));
    }

    private record Form(String event, @JsonUnwrapped JobJson job) {}

    /// Returns one printable sentence of at most 200 characters.
    String sentence() {
        String name = job.spec().label().orElse(job.spec().command());
        String text = "job %d %s: %s".formatted(job.number(), what(), Printable.line(name));
        return Printable.shorten(Printable.line(text), LONGEST);
    }

    private String what() {
        if (job.isEnded()) {
            return job.ending();
        }
        String prompt = job.question().map(Question::prompt).map(String::strip).orElse("");
        return "asks for input" + (prompt.isEmpty() ? "" : " [" + prompt + "]");
    }
}
