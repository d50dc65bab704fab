package dev.nudge.host;

import dev.nudge.host.Display.CursorPlace;
import dev.nudge.job.Question;
import dev.nudge.job.Question.Kind;
import dev.nudge.process.ProcessId;
import dev.nudge.process.TerminalReader;
import dev.nudge.process.TerminalReader.Awaiting;
import dev.nudge.store.JobDirectory;
import dev.nudge.terminal.text.PromptText;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.OptionalLong;

/// Looks for signs that a job waits for somebody to type: a process that sleeps in a read of the
/// terminal, and a prompt left of the cursor or a menu around it. Editors and pagers need no
/// prompt, nor does a program that can do nothing but read.
final class WaitSigns {
    private static final Logger LOG = System.getLogger(WaitSigns.class.getName());
    private final JobDirectory directory;
    private final Display display;
    private final Reader.Progress progress;
    private final TerminalReader processes = new TerminalReader();
    private OptionalLong leader = OptionalLong.empty();

    WaitSigns(JobDirectory directory, Display display, Reader.Progress progress) {
        this.directory = directory;
        this.display = display;
        this.progress = progress;
    }

    /// Looks once; takes a millisecond or so.
    Optional<Sighting> look() {
        Reader.Progress.Mark mark = progress.mark();
        if (!mark.isWaiting() || !isLeaderKnown()) {
            return Optional.empty();
        }
        return processes
                .look(leader.getAsLong())
                .flatMap(awaiting -> sighting(awaiting, display.cursorPlace(), mark.bytes()));
    }

    /// Returns whether typing is not shown, or may not be. Starts a process: some milliseconds.
    boolean isMasked() {
        return !isLeaderKnown() || processes.isPasswordEntry(leader.getAsLong());
    }

    /// Returns whether the command's pid is known: `host.json` has it a moment after this program
    /// has started.
    private boolean isLeaderKnown() {
        if (leader.isEmpty()) {
            try {
                leader = directory.commandPid();
            } catch (IOException notYet) {
                LOG.log(Level.DEBUG, "the command does not run yet: {0}", notYet.getMessage());
            }
        }
        return leader.isPresent();
    }

    private Optional<Sighting> sighting(Awaiting awaiting, CursorPlace place, long bytes) {
        Optional<PromptText> prompt = PromptText.at(place.before());
        Kind kind =
                switch (awaiting.kind()) {
                    case EDITOR -> Kind.EDITOR;
                    case PAGER -> Kind.PAGER;
                    case REPL -> Kind.REPL;
                    case QUESTION ->
                            prompt.filter(PromptText::isRepl).isPresent() ? Kind.REPL : Kind.PROMPT;
                };
        return asked(awaiting, kind, place, prompt.map(PromptText::text))
                .map(asked ->
                        new Sighting(
                                kind,
                                awaiting.reader(),
                                awaiting.program(),
                                asked.sign(),
                                asked.text(),
                                place.line(),
                                bytes));
    }

    private record Asked(Sign sign, String text) {}

    private Optional<Asked> asked(
            Awaiting awaiting, Kind kind, CursorPlace place, Optional<String> prompt) {
        if (kind == Kind.EDITOR || kind == Kind.PAGER) {
            return Optional.of(new Asked(Sign.AT_CURSOR, ""));
        }
        Optional<String> menu =
                kind == Kind.PROMPT && !place.rows().isEmpty()
                        ? PromptText.menu(place.rows(), place.row())
                        : Optional.empty();
        if (menu.isPresent()) {
            return menu.map(text -> new Asked(Sign.MENU, text));
        }
        boolean isAbove =
                kind == Kind.PROMPT
                        && place.before().isBlank()
                        && !place.rows().isEmpty()
                        && processes.canOnlyRead(awaiting.reader().pid());
        return isAbove
                ? Optional.of(
                        new Asked(Sign.ABOVE, PromptText.linesAbove(place.rows(), place.row())))
                : prompt.map(text -> new Asked(Sign.AT_CURSOR, text));
    }

    enum Sign {
        /// Left of the cursor, or the program needs no prompt.
        AT_CURSOR,
        /// The cursor is at the end of a menu.
        MENU,
        /// Above the cursor. The only sign is that the program can do nothing but read.
        ABOVE
    }

    /// The result of a look at a job's terminal: a program waits for a person to type.
    ///
    /// @param reader the process that waits
    /// @param program the name of that process
    /// @param sign where the prompt is
    /// @param prompt the text left of the cursor, without leading blanks; for a menu its text, and
    ///   for a prompt above the cursor the last lines
    /// @param line the cursor's line, counted from the first that was ever written
    /// @param bytes how many bytes had been written at that time
    record Sighting(
            Kind kind,
            ProcessId reader,
            String program,
            Sign sign,
            String prompt,
            int line,
            long bytes) {
        /// Characters that mark the chosen option of a menu.
        private static final String CHOICE =
                "[\\s>*xX\\[\\]()\u276f\u25b8\u25b6\u27a4\u25cf\u25c9\u25ef\u25cb\u25e6\u2610\u2611\u25fb\u25fc]";

        /// Returns whether a report can wait, since nothing must be answered immediately.
        boolean isPatient() {
            return kind == Kind.PAGER || kind == Kind.REPL || sign == Sign.ABOVE;
        }

        /// Returns whether a later sighting is the same question, followed only by what was typed.
        /// An editor or a pager is one question until it ends.
        ///
        /// @param typed how many bytes have been typed since this sighting
        /// @param isSent whether they included a key that sends a line, or ends the input
        boolean isStill(Sighting later, long typed, boolean isSent) {
            if (!reader.equals(later.reader) || kind != later.kind) {
                return false;
            }
            return kind == Kind.EDITOR
                    || kind == Kind.PAGER
                    || (!isSent && isSamePrompt(later, typed));
        }

        private boolean isSamePrompt(Sighting later, long typed) {
            if (sign == Sign.MENU && later.sign == Sign.MENU) {
                return isContinued(options(prompt), options(later.prompt), typed);
            }
            boolean isTypedBelow = sign == Sign.ABOVE && later.sign == Sign.AT_CURSOR;
            return line == later.line
                    && isContinued(isTypedBelow ? "" : prompt, later.prompt, typed);
        }

        private static boolean isContinued(String prompt, String later, long typed) {
            return later.startsWith(prompt) && later.length() - prompt.length() <= typed;
        }

        private static String options(String menu) {
            return menu.replaceAll(CHOICE, "");
        }

        Sighting at(long newBytes) {
            return new Sighting(kind, reader, program, sign, prompt, line, newBytes);
        }

        Question question(long id, boolean isMasked) {
            return new Question(id, kind, program, prompt, isMasked);
        }
    }
}
