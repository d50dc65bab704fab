package dev.nudge.host;

import dev.nudge.host.Display.CursorPlace;
import dev.nudge.host.Sighting.Sign;
import dev.nudge.job.Question.Kind;
import dev.nudge.process.TerminalLook.Awaiting;
import dev.nudge.process.TerminalReader;
import dev.nudge.store.JobDirectory;
import dev.nudge.terminal.text.MenuText;
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
    private final ReaderProgress progress;
    private final TerminalReader processes = new TerminalReader();
    private OptionalLong leader = OptionalLong.empty();

    WaitSigns(JobDirectory directory, Display display, ReaderProgress progress) {
        this.directory = directory;
        this.display = display;
        this.progress = progress;
    }

    /// Looks once; takes a millisecond or so.
    Optional<Sighting> look() {
        ReaderProgress.Mark mark = progress.mark();
        if (!mark.isWaiting() || !isLeaderKnown()) {
            return Optional.empty();
        }
        return processes.look(leader.getAsLong()) instanceof Awaiting awaiting
                ? sighting(awaiting, display.cursorPlace(), mark.bytes())
                : Optional.empty();
    }

    /// Returns whether what is typed is not shown, or may not be, since that cannot be known.
    /// Starts a process: some milliseconds.
    boolean isMasked() {
        return !isLeaderKnown() || processes.isPasswordEntry(leader.getAsLong());
    }

    /// Returns whether the pid of the command is known. It is in `host.json` a moment after this
    /// program has reported where the terminal is.
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
                    case QUESTION -> isRepl(prompt) ? Kind.REPL : Kind.PROMPT;
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
                        ? MenuText.at(place.rows(), place.row())
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
                ? Optional.of(new Asked(Sign.ABOVE, MenuText.linesAbove(place.rows(), place.row())))
                : prompt.map(text -> new Asked(Sign.AT_CURSOR, text));
    }

    private static boolean isRepl(Optional<PromptText> prompt) {
        return prompt.filter(PromptText::isRepl).isPresent();
    }
}
