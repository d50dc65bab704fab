package dev.nudge.console.command;

import dev.nudge.app.Kill;
import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.Usage;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Command;

/// The command `nudge tmux ACTION [JOB]`: jobs inside tmux, for key bindings.
@Command(
        name = "tmux",
        description = {
            "Shows jobs in the tmux that you are in.",
            "Made for key bindings; scripts/nudge.tmux makes them.",
            "  menu [JOB]    a menu of the jobs, or of what can be done with one",
            "  log [JOB]     the output of a job in a popup; by default, of the last one",
            "  attach [JOB]  the terminal of a job in a popup; by default, of the last that has one",
            "  kill JOB      ends a job and says so in the status line",
            "  restart JOB   starts a new job like one that has ended, in the environment of tmux"
        },
        footer = {"  nudge tmux menu", "  nudge tmux log 17"})
public final class TmuxCommand implements ConsoleCommand {
    private static final int COLUMNS = 80;
    private static final int ROWS = 24;
    private static final int READING_MS = 4000;
    private static final String NO_TERMINAL =
            "No job runs on a terminal. Start one: nudge run --pty -- COMMAND";

    private static final Option<String> ACTION =
            Option.of("action", Type.word("ACTION", "menu log attach kill restart"), Form.ARGUMENT)
                    .help("menu, log, attach, kill or restart.");
    private static final Option<JobSelector> JOB =
            Option.of("job", Type.JOB, Form.OPTIONAL)
                    .help("The job: its number, @last, or its label (then the newest).");
    private static final Option<String> CLIENT =
            Option.of("client", Type.word("CLIENT", ""))
                    .help("The tmux client to show it to; default: the one that tmux chooses.");
    private static final Option<String> SIZE =
            Option.of("size", Type.word("WxH", ""))
                    .help("The size of that client, for menus; default: 80x24.");

    /// Runs the action. Errors are shown to the client if there is one: the output of a key binding
    /// would open copy mode, in which no nudge is typed.
    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        CallerTmux tmux = new CallerTmux(call, call.get(CLIENT).orElse(""));
        try {
            return show(tmux, command(call, tmux));
        } catch (IOException | IllegalArgumentException e) {
            if (tmux.client().isEmpty()) {
                throw e;
            }
            return show(tmux, message(tmux, "nudge: " + e.getMessage()));
        }
    }

    private static int show(CallerTmux tmux, List<String> command)
            throws IOException, InterruptedException {
        Optional<String> complaint = tmux.show(command);
        if (complaint.isPresent()) {
            boolean isOfShell = tmux.client().isEmpty();
            String hint = isOfShell ? ". It needs a terminal that is attached to tmux." : "";
            throw new IOException("tmux cannot show it: " + complaint.get() + hint);
        }
        return ExitCodes.OK;
    }

    private static List<String> command(Invocation call, CallerTmux tmux) throws IOException {
        String[] size = call.get(SIZE).orElse("").split("x", 2);
        TmuxMenu menu = new TmuxMenu(tmux, number(size, 0, COLUMNS), number(size, 1, ROWS));
        return switch (call.require(ACTION)) {
            case "menu" -> {
                if (call.get(JOB).isPresent()) {
                    yield menu.ofJob(call.reports().find(call.job(JOB)));
                }
                List<Job> jobs = jobs(call);
                yield jobs.isEmpty() ? message(tmux, "nudge: no jobs") : menu.ofJobs(jobs);
            }
            case "log" ->
                    shown(tmux, menu.log(job(call, _ -> true, "No job has been started yet.")));
            case "attach" -> {
                FoundJob job = job(call, TmuxMenu::isOnTerminal, NO_TERMINAL);
                yield shown(tmux, tmux.ofAttach(job.number()));
            }
            case "kill" -> message(tmux, killed(call, named(call)));
            case "restart" -> {
                long number = named(call);
                FoundJob next = call.services().jobs().starter().restart(call.hello(), number);
                yield message(
                        tmux,
                        "job %d has been started, like job %d".formatted(next.number(), number));
            }
            default ->
                    throw Usage.wrong(
                            "\"%s\" is not an action; expected menu, log, attach, kill or restart."
                                    .formatted(call.require(ACTION)));
        };
    }

    private static int number(String[] parts, int index, int otherwise) {
        return parts.length == 2 && parts[index].matches("\\d{1,4}")
                ? Integer.parseInt(parts[index])
                : otherwise;
    }

    private static List<Job> jobs(Invocation call) {
        return call.reports().list(true).stream().map(JobSnapshot::job).toList();
    }

    private static long named(Invocation call) {
        Usage.refuseIf(call.get(JOB).isEmpty(), "JOB is missing.");
        return call.job(JOB);
    }

    private static String killed(Invocation call, long number) {
        Kill.Ended killed = call.services().jobs().kill().end(number, Kill.Order.USUAL);
        boolean isCommand = killed.job().spec().virtual().isEmpty();
        String done = isCommand ? "was killed" : "was cancelled";
        return "job %d %s".formatted(number, killed.wasEnded() ? "had ended already" : done);
    }

    private static FoundJob job(Invocation call, Predicate<Job> wanted, String otherwise) {
        long number =
                call.get(JOB).isPresent()
                        ? call.job(JOB)
                        : jobs(call).stream()
                                .filter(wanted)
                                .mapToLong(Job::number)
                                .max()
                                .orElseThrow(() -> new IllegalArgumentException(otherwise));
        return call.reports().find(number);
    }

    private static List<String> shown(CallerTmux tmux, List<String> popup) {
        String[] words = popup.stream().skip(1).map(CallerTmux::argument).toArray(String[]::new);
        return tmux.forClient(popup.getFirst(), words);
    }

    /// Returns the command that shows a message. Here `%` is special in formats, too.
    private static List<String> message(CallerTmux tmux, String text) throws IOException {
        String line = text.lines().findFirst().orElse("");
        String shown = CallerTmux.argument(CallerTmux.format(line).replace("%", "%%"));
        return tmux.forClient("display-message", "-d", messageTime(tmux), shown);
    }

    /// Returns for how many milliseconds a message stays: as long as the user has set, 0 for until
    /// a key is pressed, but at least the time it takes to read it, as by default.
    private static String messageTime(CallerTmux tmux) throws IOException {
        String set = tmux.ask("show-options", "-gqv", "display-time").strip();
        long time = set.matches("\\d{1,9}") ? Long.parseLong(set) : READING_MS;
        return Long.toString(time == 0 ? 0 : Math.max(time, READING_MS));
    }
}
