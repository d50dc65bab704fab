package dev.nudge.console.command;

import dev.nudge.app.Kill;
import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.Usage;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import java.io.IOException;
import java.util.ArrayList;
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
            Option.of(
                            "action",
                            Type.word("ACTION", "menu log attach kill restart", action -> action),
                            Form.ARGUMENT)
                    .help("menu, log, attach, kill or restart.");
    private static final Option<JobSelector> JOB =
            Option.of("job", Type.JOB, Form.OPTIONAL)
                    .help("The job: its number, @last, or its label (then the newest).");
    private static final Option<String> CLIENT =
            Option.of("client", Type.word("CLIENT", "", client -> client))
                    .help("The tmux client to show it to; default: the one that tmux chooses.");
    private static final Option<String> SIZE =
            Option.of("size", Type.word("WxH", "", size -> size))
                    .help("The size of that client, for menus; default: 80x24.");

    @Override
    public List<Option<?>> options() {
        return List.of(ACTION, JOB, CLIENT, SIZE);
    }

    /// Runs the action. Errors are shown to the client if there is one: the output of a key binding
    /// would open copy mode, in which no nudge is typed.
    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        try {
            return show(invocation, command(invocation));
        } catch (IOException | IllegalArgumentException e) {
            if (client(invocation).isEmpty()) {
                throw e;
            }
            return show(invocation, message(invocation, "nudge: " + e.getMessage()));
        }
    }

    private static String client(Invocation invocation) {
        return invocation.given().get(CLIENT).orElse("");
    }

    private static int show(Invocation invocation, List<String> command)
            throws IOException, InterruptedException {
        Optional<String> complaint = new CallerTmux(invocation).show(command);
        if (complaint.isPresent()) {
            String hint =
                    client(invocation).isEmpty()
                            ? ". It needs a terminal that is attached to tmux."
                            : "";
            throw new IOException("tmux cannot show it: " + complaint.get() + hint);
        }
        return ExitCodes.OK;
    }

    private static List<String> command(Invocation invocation) throws IOException {
        String action = invocation.given().require(ACTION);
        TmuxMenu menu = menu(invocation);
        return switch (action) {
            case "menu" -> menu(invocation, menu);
            case "log" -> {
                FoundJob found = job(invocation, _ -> true, "No job has been started yet.");
                yield shown(invocation, menu.log(found.job(), found.output().toString()));
            }
            case "attach" ->
                    shown(
                            invocation,
                            menu.attach(
                                    job(invocation, TmuxMenu::isOnTerminal, NO_TERMINAL).job()));
            case "kill" -> kill(invocation);
            case "restart" -> restart(invocation);
            default ->
                    throw Usage.wrong(
                            "\"%s\" is not an action; expected menu, log, attach, kill or restart."
                                    .formatted(action));
        };
    }

    private static TmuxMenu menu(Invocation invocation) {
        String[] parts = invocation.given().get(SIZE).orElse("").split("x", 2);
        return new TmuxMenu(
                new CallerTmux(invocation),
                client(invocation),
                number(parts, 0, COLUMNS),
                number(parts, 1, ROWS));
    }

    private static List<String> menu(Invocation invocation, TmuxMenu menu) throws IOException {
        JobReports reports = invocation.reports();
        if (isNamed(invocation)) {
            FoundJob found = reports.find(invocation.job(JOB));
            return menu.ofJob(found.job(), found.output().toString());
        }
        List<Job> jobs = reports.list(true).stream().map(JobSnapshot::job).toList();
        return jobs.isEmpty() ? message(invocation, "nudge: no jobs") : menu.ofJobs(jobs);
    }

    private static int number(String[] parts, int index, int otherwise) {
        return parts.length == 2 && parts[index].matches("\\d{1,4}")
                ? Integer.parseInt(parts[index])
                : otherwise;
    }

    private static boolean isNamed(Invocation invocation) {
        return invocation.given().get(JOB).isPresent();
    }

    private static long named(Invocation invocation) {
        if (!isNamed(invocation)) {
            throw Usage.wrong("JOB is missing.");
        }
        return invocation.job(JOB);
    }

    private static List<String> restart(Invocation invocation) throws IOException {
        long number = named(invocation);
        FoundJob started =
                invocation.services().jobs().starter().restart(invocation.hello(), number);
        return message(
                invocation,
                "job %d has been started, like job %d".formatted(started.number(), number));
    }

    private static List<String> kill(Invocation invocation) throws IOException {
        long number = named(invocation);
        Kill.Ended killed = invocation.services().jobs().kill().end(number, Kill.Order.USUAL);
        boolean isCommand = killed.job().spec().virtual().isEmpty();
        String done = isCommand ? "was killed" : "was cancelled";
        return message(
                invocation,
                "job %d %s".formatted(number, killed.wasEnded() ? "had ended already" : done));
    }

    private static FoundJob job(Invocation invocation, Predicate<Job> wanted, String otherwise) {
        JobReports reports = invocation.reports();
        if (isNamed(invocation)) {
            return reports.find(invocation.job(JOB));
        }
        long last =
                reports.list(true).stream()
                        .map(JobSnapshot::job)
                        .filter(wanted)
                        .mapToLong(Job::number)
                        .max()
                        .orElseThrow(() -> new IllegalArgumentException(otherwise));
        return reports.find(last);
    }

    private static List<String> shown(Invocation invocation, List<String> popup) {
        return forClient(invocation, popup.stream().map(CallerTmux::argument).toList());
    }

    /// Returns the command that shows a message. Here `%` is special in formats, too.
    private static List<String> message(Invocation invocation, String text) throws IOException {
        String line = text.lines().findFirst().orElse("");
        String shown = CallerTmux.argument(CallerTmux.format(line).replace("%", "%%"));
        return forClient(
                invocation, List.of("display-message", "-d", messageTime(invocation), shown));
    }

    /// Returns for how many milliseconds a message stays: as long as the user has set, 0 for until
    /// a key is pressed, but at least the time it takes to read it, as by default.
    private static String messageTime(Invocation invocation) throws IOException {
        CallerTmux tmux = new CallerTmux(invocation);
        String set = tmux.ask("show-options", "-gqv", "display-time").strip();
        long time = set.matches("\\d{1,9}") ? Long.parseLong(set) : READING_MS;
        return Long.toString(time == 0 ? 0 : Math.max(time, READING_MS));
    }

    private static List<String> forClient(Invocation invocation, List<String> command) {
        String client = client(invocation);
        List<String> words = new ArrayList<>(command);
        if (!client.isEmpty()) {
            words.addAll(1, List.of("-c", client));
        }
        return words;
    }
}
