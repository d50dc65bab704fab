package dev.nudge.delivery.message;

import dev.nudge.job.ExitStatus;
import dev.nudge.text.Ellipsis;

/// The texts of a note, made harmless, which are shortened to the room available. Created once per
/// message, since many sizes are tried for it.
///
/// @param command one line
/// @param text an output, as lines, a prompt, or a line that a watch has found
/// @param isEnd whether the end of the text is reported
/// @param reason why the job was stopped, could not be started or is lost, or which program asks;
///   empty if there is none
record Wording(String command, String text, boolean isEnd, String reason) {
    /// The most characters of a command in a message.
    static final int COMMAND = 120;

    /// The most characters of a command that are made harmless.
    private static final int READ = 1000;

    static Wording of(EndNote note) {
        String reason =
                switch (note.status()) {
                    case ExitStatus.Exited _, ExitStatus.Signaled _ -> note.end().stopReason();
                    case ExitStatus.NotStarted(String why) -> why;
                    case ExitStatus.Skipped(String why) -> why;
                    case ExitStatus.Lost(String why) -> why;
                };
        return new Wording(
                begin(note.command()),
                Harmless.lines(note.output().lines()),
                note.output().isEnd(),
                Harmless.line(reason));
    }

    static Wording of(QuestionNote note) {
        return new Wording(
                begin(note.command()),
                Harmless.line(note.question().prompt()),
                false,
                Harmless.line(note.question().program()));
    }

    static Wording of(FoundNote note) {
        return new Wording(begin(note.command()), Harmless.line(note.lines().text()), false, "");
    }

    private static String begin(String command) {
        return Harmless.line(command.length() > READ ? command.substring(0, READ) + "…" : command);
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
}
