package dev.nudge.delivery.message;

import dev.nudge.delivery.message.Note.EndNote;
import dev.nudge.delivery.message.Note.FoundNote;
import dev.nudge.delivery.message.Note.QuestionNote;
import dev.nudge.job.ExitStatus;
import dev.nudge.text.Ellipsis;
import dev.nudge.text.Printable;
import java.time.Duration;
import java.util.stream.Collectors;

/// The texts of a note, made harmless once for all the sizes that are tried for a message.
///
/// @param text an output, as lines, a prompt, or a line that a watch has found
/// @param isEnd whether the end of the text is reported
/// @param reason why the job was stopped, could not be started or is lost; or which program asks
record Wording(String command, String text, boolean isEnd, String reason) {
    static final int COMMAND = 120;

    /// The most characters of a command that are made harmless.
    private static final int READ = 1000;

    private static final int LABEL = 30;

    static Wording of(Note note) {
        return switch (note) {
            case EndNote end -> of(end, harmlessLines(end.output().lines()), reason(end));
            case QuestionNote asked ->
                    of(note, harmless(asked.question().prompt()), asked.question().program());
            case FoundNote found -> of(note, harmless(found.lines().text()), "");
        };
    }

    private static Wording of(Note note, String text, String reason) {
        boolean isEnd = note instanceof EndNote end && end.output().isEnd();
        String command = note.command();
        String read = command.length() > READ ? command.substring(0, READ) + "…" : command;
        return new Wording(harmless(read), text, isEnd, harmless(reason));
    }

    private static String reason(EndNote note) {
        return switch (note.status()) {
            case ExitStatus.Exited _, ExitStatus.Signaled _ -> note.end().stopReason();
            case ExitStatus.NotStarted(String why) -> why;
            case ExitStatus.Skipped(String why) -> why;
            case ExitStatus.Lost(String why) -> why;
        };
    }

    String command(int most) {
        return Ellipsis.start(command, most);
    }

    String text(int most) {
        String part = isEnd ? Ellipsis.end(text, most) : Ellipsis.start(text, most);
        return part.replace('\n', ' ');
    }

    String reason(int most) {
        return Ellipsis.start(reason, most);
    }

    /// Describes in parentheses how the job ended.
    String end(EndNote note, int most) {
        String why = reason.isEmpty() ? "" : ", " + reason(most);
        return switch (note.status()) {
            case ExitStatus.Signaled _ when note.isCancelled() -> "(Cancelled" + why + ")";
            case ExitStatus.Exited(int code) -> "(Exit code: " + code + why + ")";
            case ExitStatus.Signaled(var signal) -> "(Signal: " + signal.name() + why + ")";
            case ExitStatus.Skipped _ -> "(" + reason(most) + ")";
            case ExitStatus.NotStarted _, ExitStatus.Lost _ -> "(Error: " + reason(most) + ")";
        };
    }

    /// Returns one printable line that is safe in a message. The output of a command, a label or a
    /// prompt must not name a file or an agent by `@`, close the brackets around it, or imitate
    /// those of a notice: these characters are written full-width, `＠［］`, which reads the same.
    private static String harmless(String text) {
        return Printable.line(text).replace('@', '＠').replace('[', '［').replace(']', '］');
    }

    private static String harmlessLines(String text) {
        return text.lines()
                .map(Wording::harmless)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /// Returns the closing tag: `[nudge: job 17 "build", 4m12s, 3 attempts, automatic notice]`.
    static String tag(Note note) {
        String more = "";
        if (note instanceof EndNote(_, _, _, _, EndNote.End end, _, _)) {
            String attempts = end.attempts() > 1 ? ", " + end.attempts() + " attempts" : "";
            more = time(end.time()) + attempts;
        }
        return "[nudge: job %d%s%s, automatic notice]".formatted(note.job(), label(note), more);
    }

    static String tag(int jobs) {
        return "[nudge: %d jobs, automatic notice]".formatted(jobs);
    }

    private static String label(Note note) {
        String label = Ellipsis.start(harmless(note.label()).replace('"', '\''), LABEL);
        return label.isEmpty() ? "" : " \"" + label + "\"";
    }

    /// Writes `, 12s`, `, 4m12s`, `, 2h5m` or `, 3d4h`.
    private static String time(Duration time) {
        long seconds = time.toSeconds();
        if (seconds < 60) {
            return time.isZero() ? "" : ", " + seconds + "s";
        }
        if (seconds < 3600) {
            return ", %dm%ds".formatted(seconds / 60, seconds % 60);
        }
        return seconds < 86_400
                ? ", %dh%dm".formatted(seconds / 3600, seconds / 60 % 60)
                : ", %dd%dh".formatted(seconds / 86_400, seconds / 3600 % 24);
    }
}
