package dev.nudge.host;

import dev.nudge.job.Question;
import dev.nudge.job.Question.Kind;
import dev.nudge.process.ProcessId;

/// The result of a look at a job's terminal: a program waits for a person to type.
///
/// @param reader the process that waits
/// @param program its name
/// @param prompt the text left of the cursor, without leading blanks
/// @param line the cursor's line, counted from the first that was ever written
/// @param bytes how much had been written then
record Sighting(Kind kind, ProcessId reader, String program, String prompt, int line, long bytes) {
    /// Returns whether it asks nothing that must be answered immediately.
    boolean isPatient() {
        return kind == Kind.PAGER || kind == Kind.REPL;
    }

    /// Returns whether the later sighting is still this one, followed only by what was typed. An
    /// editor or a pager is one question until it ends.
    ///
    /// @param typed how many bytes have been typed since
    /// @param isSent whether they included a key that sends a line, or ends the input
    boolean isStill(Sighting later, long typed, boolean isSent) {
        if (!reader.equals(later.reader) || kind != later.kind) {
            return false;
        }
        boolean isSameLine =
                line == later.line
                        && later.prompt.startsWith(prompt)
                        && later.prompt.length() - prompt.length() <= typed;
        return kind == Kind.EDITOR || kind == Kind.PAGER || (isSameLine && !isSent);
    }

    Sighting at(long newBytes) {
        return new Sighting(kind, reader, program, prompt, line, newBytes);
    }

    Question question(long id) {
        return new Question(id, kind, program, prompt);
    }
}
