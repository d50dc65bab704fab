package dev.nudge.delivery;

import dev.nudge.job.ExitStatus;
import dev.nudge.text.Printable;

/// The parts of a note, ready to be typed.
///
/// @param command most code points of a command
/// @param output most code points of an output, a reason or a prompt
record NoteText(int command, int output) {
    /// How much of each a message holds at most.
    static final NoteText FULL = new NoteText(120, 200);

    String command(Note note) {
        return Printable.shorten(harmless(note.command()), command);
    }

    String output(EndNote note) {
        return Printable.cut(harmless(note.output()), output).stripTrailing();
    }

    String prompt(QuestionNote note) {
        return Printable.shorten(harmless(note.question().prompt()), output);
    }

    /// What is said instead of the output.
    static String pointer(EndNote note) {
        return "To read its output: nudge logs " + note.job();
    }

    String reason(String reason) {
        return Printable.shorten(harmless(reason), output);
    }

    /// How the job ended, in parentheses.
    String end(EndNote note) {
        String why = note.stopReason().isEmpty() ? "" : ", " + reason(note.stopReason());
        return switch (note.status()) {
            case ExitStatus.Exited(int code) -> "(Exit code: " + code + why + ")";
            case ExitStatus.Signaled(var signal) -> "(Signal: " + signal.name() + why + ")";
            case ExitStatus.NotStarted(String reason) -> "(Error: " + reason(reason) + ")";
            case ExitStatus.Lost(String reason) -> "(Error: " + reason(reason) + ")";
        };
    }

    /// How the job ended, in the fewest words.
    static String shortEnd(ExitStatus status) {
        return switch (status) {
            case ExitStatus.Exited(int code) -> "exit " + code;
            case ExitStatus.Signaled(var signal) -> signal.name();
            case ExitStatus.NotStarted _ -> "failed";
            case ExitStatus.Lost _ -> "lost";
        };
    }

    /// Whether the command ran to an end, so that it may have output to tell.
    static boolean hasRun(ExitStatus status) {
        return status instanceof ExitStatus.Exited || status instanceof ExitStatus.Signaled;
    }

    private static String harmless(String text) {
        return Printable.line(text).replace('@', '＠');
    }
}
