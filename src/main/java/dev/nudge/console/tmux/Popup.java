package dev.nudge.console.tmux;

import dev.nudge.console.Invocation;
import dev.nudge.protocol.Release;
import dev.nudge.settings.Settings;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Programs that run inside tmux, in a popup or in the background.
public final class Popup {
    /// The variables that locate the jobs. Everybody can read a command line, so nothing else is
    /// put there.
    private static final Set<String> PASSED_ON =
            Set.of(
                    "HOME",
                    "XDG_CONFIG_HOME",
                    "XDG_RUNTIME_DIR",
                    "XDG_STATE_HOME",
                    "NUDGE_DETACH_KEY",
                    "NUDGE_LC_ALL");

    /// The first version of tmux whose popups have titles.
    private static final String TITLES = "3.3";

    private final Invocation invocation;

    public Popup(Invocation invocation) {
        this.invocation = invocation;
    }

    /// Shows a job's terminal until the user detaches or the job has ended. A popup that fails
    /// stays open, so that its error message can be read.
    ///
    /// @throws IOException if there is no such terminal, or no tmux to show it; the message says
    ///   why
    public void attach(long job) throws IOException, InterruptedException {
        Path _ = invocation.reports().requireTerminal(job);
        if (invocation.variable("TMUX").isEmpty()) {
            throw new IOException(
                    "This shell is not inside tmux, so there is no place for a popup. Without one: nudge attach "
                            + job);
        }
        Optional<String> complaint = new CallerTmux(invocation).show(ofAttach(job));
        if (complaint.isPresent()) {
            throw new IOException(
                    "tmux shows no popup: %s. A popup needs a terminal that is attached to tmux. Without one: nudge attach %d"
                            .formatted(complaint.get(), job));
        }
    }

    /// Returns the tmux command that shows a job's terminal in a popup over the current window.
    public List<String> ofAttach(long job) throws IOException {
        return of(
                "job %d: every key goes to it, %s detaches"
                        .formatted(
                                job, Settings.of(invocation.hello().environment()).detachKeyName()),
                words("attach", Long.toString(job)).toArray(String[]::new));
    }

    /// Returns the tmux command that runs a program in a popup over the current window, until it
    /// ends; a popup whose program fails stays open, so that its error message can be read. No
    /// shell is involved, since the user's may be any: fish, csh.
    ///
    /// @param title the text of its border, with how to leave it; tmux 3.2 shows none
    /// @param words the program and its arguments, at least one
    List<String> of(String title, String... words) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("display-popup", "-E", "-E", "-w", "90%", "-h", "90%"));
        Release own = new Release(new CallerTmux(invocation).version(), "");
        if (!own.isOlderThan(new Release(TITLES, ""))) {
            command.addAll(List.of("-T", " " + TmuxWords.format(title) + " "));
        }
        command.addAll(List.of(words));
        return command;
    }

    /// Returns the shell command that runs nudge.
    String nudge(String... arguments) {
        return ShellWords.join(words(arguments));
    }

    /// Returns the words that run nudge. It would otherwise get the environment of the tmux server,
    /// which may lead to another state directory.
    private List<String> words(String... arguments) {
        List<String> words = new ArrayList<>(List.of("env"));
        words.addAll(callerSettings());
        words.addAll(invocation.services().launcher());
        words.addAll(List.of(arguments));
        return words;
    }

    private List<String> callerSettings() {
        return invocation.hello().environment().entrySet().stream()
                .filter(e -> PASSED_ON.contains(e.getKey()))
                .map(e -> e.getKey() + "=" + e.getValue())
                .sorted()
                .toList();
    }
}
