package dev.nudge.console.command;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Run;
import dev.nudge.app.Type;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ConsoleCommand.Carriage;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.JobStarter;
import dev.nudge.console.TableOptions;
import dev.nudge.console.Usage;
import dev.nudge.console.caller.Caller;
import dev.nudge.exec.JobInput;
import dev.nudge.job.ArrayIndices;
import dev.nudge.job.JobSelector;
import dev.nudge.job.Queueing.Dependency;
import dev.nudge.job.RunRequest;
import dev.nudge.job.WindowSize;
import dev.nudge.protocol.ClientPath;
import dev.nudge.protocol.Wire;
import dev.nudge.settings.Setting;
import dev.nudge.settings.Settings;
import dev.nudge.text.Bytes;
import dev.nudge.text.Moment;
import dev.nudge.text.ShellWords;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/// The command `nudge run CMD…`: starts a job for the person at the terminal.
@Command(
        name = Run.NAME,
        description = {
            "Starts a command in the background.",
            "It runs in this directory, as a job whose number is printed. One word is a command line for bash, unless it is the path of a program; several words are a command and its arguments."
        },
        footer = {
            "  nudge run -- make -j8 test",
            "  nudge run 'make && make install'",
            "  nudge run --wait --label build -- mvn verify",
            "  git diff | nudge run --stdin -- ./review",
            "  nudge run --array 1-100%%8 -- './simulate --seed $NUDGE_ARRAY_TASK'",
            "  seq 1000 | sed 's/^/.\\/simulate --seed /' | nudge run --group many --batch -",
            "  nudge run --agent gemini-cli --notify on_failure -- mvn verify"
        })
public final class RunCommand implements ConsoleCommand {
    static final Option<Boolean> WAIT =
            Option.flag("wait")
                    .help(
                            "Show the output, and exit with the job's exit code (128+n if signal n ended"
                                    + " it). Ctrl+C sends the job SIGINT, a second one SIGTERM; a third"
                                    + " one leaves it alone (exit code 130), as does Ctrl+\\ (131). With --pty, attach"
                                    + " to it: keys go to the job, and Ctrl+\\ detaches (131).");
    private static final Option<ArrayIndices> ARRAY =
            Option.of("array", Type.named("INDICES", "", Type.STRING, ArrayIndices::parse))
                    .help(
                            "Start it once for each of these indices, as an array of jobs with consecutive"
                                    + " numbers, and print these as a range: 1-100, 1,3,5, 0-30:10; with %%8 behind"
                                    + " them, at most 8 at a time. The command sees its index as"
                                    + " NUDGE_ARRAY_TASK.");
    private static final Option<String> BATCH =
            Option.of("batch", Type.word("FILE", "@file", file -> file))
                    .help(
                            "Start a job for each line of this file, or of the standard input (-), and print"
                                    + " their numbers as a range. A line is a command line, or a JSON object with"
                                    + " options: {\"command\": \"make\", \"group\": \"builds\", \"env\": {\"A\": \"1\"}}."
                                    + " Blank lines, and those that begin with #, are left out. The other"
                                    + " options hold for each line that does not give its own. If one line is wrong, nothing"
                                    + " is started. At most 10,000 jobs and 16 MiB.");
    private static final Option<Boolean> PTY =
            Option.flag("pty")
                    .help("Run it on a terminal of its own: see nudge send and nudge attach.");
    private static final Option<Boolean> STDIN =
            Option.flag("stdin")
                    .help(
                            "Pass the standard input on to the job, at most 8 MiB, which are kept with its"
                                    + " output; with --wait and a pipe, any amount, which is not kept.");
    private static final Option<WindowSize> SIZE =
            Option.of("size", Run.TERMINAL.type().offering("80x24 120x30 200x50"))
                    .help(
                            "The size of that terminal; default 120x30, with --wait the size of yours.");
    private static final Option<Boolean> JSON =
            Option.flag("json")
                    .help(
                            "Print the job as a JSON object, not its number only; with --wait when it has"
                                    + " ended, and not its output.");
    private static final Option<String> COMMAND =
            Option.of("command", Type.word("CMD", "@command", word -> word), Form.ARGUMENTS)
                    .help("The command.");

    static final List<Option<?>> OPTIONS =
            Stream.of(
                            List.of(WAIT, ARRAY, BATCH, PTY, STDIN, SIZE, JSON),
                            Run.OPTIONS,
                            List.of(COMMAND))
                    .<Option<?>>flatMap(List::stream)
                    .toList();

    @Override
    public List<Option<?>> options() {
        return OPTIONS;
    }

    @Override
    public Carriage carriage() {
        return Carriage.STARTS;
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        TableOptions given = invocation.given();
        boolean isJson = given.has(JSON);
        Optional<String> token = invocation.caller().resumed();
        if (token.isPresent()) {
            return RunWait.resume(invocation, isJson, token.get());
        }
        requireSense(given);
        Optional<String> batch = given.get(BATCH);
        if (batch.isPresent()) {
            return new RunBatch(invocation, batch.get()).run(isJson);
        }
        RunRequest order = request(invocation, given, commandLine(invocation, given));
        if (given.has(PTY) && isAttached(invocation, given)) {
            // Before the job exists, which would otherwise continue with nobody to watch it.
            var _ = Settings.of(invocation.hello().environment()).requiring(Setting.DETACH_KEY);
        }
        JobStarter starter = invocation.services().jobs().starter();
        if (given.get(ARRAY).isPresent()) {
            List<JobStarter.Order> tasks =
                    List.of(order(invocation, given, JobStarter.NOT_STARTED, order.command()));
            RunBatch.print(
                    invocation,
                    starter.start(invocation.hello(), tasks, input(invocation)),
                    isJson);
            return ExitCodes.OK;
        }
        FoundJob started =
                starter.start(invocation.hello(), order, given.get(Run.AGENT), input(invocation));
        if (!given.has(WAIT)) {
            return said(invocation, started, isJson);
        }
        invocation.complain(awaited(invocation, given, started));
        return RunWait.begin(invocation, isJson, started);
    }

    private static int said(Invocation invocation, FoundJob started, boolean isJson)
            throws IOException {
        long number = started.number();
        invocation.printNumber(isJson ? Wire.writePretty(started.snapshot()) : number);
        if (!isJson && invocation.isOnTerminal()) {
            Optional<String> why =
                    started.snapshot().waiting().map(w -> w.words(invocation.shownZone()));
            String how =
                    started.terminal().isPresent()
                            ? "To use its terminal: nudge attach "
                            : "To follow its output: nudge logs -f ";
            invocation.complain(
                    why.map(reason ->
                                    "Job %d is queued (%s). To see the queue: nudge ps"
                                            .formatted(number, reason))
                            .orElse("Job %d runs. %s%1$d".formatted(number, how)));
        }
        return ExitCodes.OK;
    }

    private static String awaited(Invocation invocation, Given given, FoundJob started) {
        String job = "job %d".formatted(started.number());
        Optional<String> why =
                started.snapshot().waiting().map(w -> w.words(invocation.shownZone()));
        String how = why.map(reason -> job + " is queued (%s)".formatted(reason)).orElse(job);
        if (invocation.caller().kind(Caller.Stream.ERR) != Caller.Kind.TERMINAL) {
            return how;
        }
        if (why.isEmpty() && given.has(PTY) && isAttached(invocation, given)) {
            String key = Settings.of(invocation.hello().environment()).detachKeyName();
            return "%s; %s detaches from it".formatted(how, key);
        }
        return "%s; Ctrl+\\ leaves it, Ctrl+C %s it"
                .formatted(how, why.isPresent() ? "cancels" : "interrupts");
    }

    static JobInput input(Invocation invocation) throws IOException {
        return invocation.given().has(STDIN)
                ? StandardInput.passed(invocation.caller(), invocation.given().has(WAIT))
                : StandardInput.none(invocation.caller());
    }

    /// Returns the command line. A single word is one already, unless it is the path of a program
    /// whose name has a blank or another character that a shell takes for its own.
    private static String commandLine(Invocation invocation, Given given) {
        List<String> words = given.all(COMMAND);
        boolean isPath = words.size() == 1 && words.getFirst().contains("/");
        return isPath && isProgram(invocation, given, words.getFirst())
                ? ShellWords.quote(words.getFirst())
                : ShellWords.join(words);
    }

    private static boolean isProgram(Invocation invocation, Given given, String word) {
        try {
            String folder = ClientPath.text(invocation.hello(), given.get(Run.CWD).orElse(""));
            Path program = Bytes.path(word.startsWith("/") ? word : folder + "/" + word);
            return Files.isRegularFile(program) && Files.isExecutable(program);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /// Returns the order for a command that is started with others, by these options.
    ///
    /// @param refusal what to say before the reason if it cannot be started
    static JobStarter.Order order(
            Invocation invocation, Given given, String refusal, String commandLine)
            throws IOException {
        return new JobStarter.Order(
                refusal,
                request(invocation, given, commandLine),
                given.get(ARRAY),
                given.get(Run.AGENT));
    }

    private static RunRequest request(Invocation invocation, Given given, String commandLine)
            throws IOException {
        Optional<WindowSize> terminal = Optional.empty();
        if (given.has(PTY)) {
            WindowSize usual =
                    isAttached(invocation, given) ? invocation.caller().size() : WindowSize.DEFAULT;
            terminal = given.get(SIZE).or(() -> Optional.of(usual));
        }
        return Run.request(
                given,
                commandLine,
                terminal,
                Stream.concat(
                                dependencies(invocation, given, Run.AFTER, true),
                                dependencies(invocation, given, Run.AFTER_ANY, false))
                        .toList(),
                due(invocation, given),
                Optional.empty());
    }

    private static Stream<Dependency> dependencies(
            Invocation invocation, Given given, Option<JobSelector> option, boolean mustSucceed) {
        List<JobSelector> words = given.all(option);
        if (words.isEmpty()) {
            return Stream.empty();
        }
        JobReports reports = invocation.reports();
        List<Long> numbers = TextBound.checked(given.name(option), reports.numbers(words));
        long last = reports.number(new JobSelector.Last());
        words.forEach(word -> requireStarted(given.name(option), word, last));
        return numbers.stream().map(number -> new Dependency(number, mustSucceed));
    }

    /// A range selects the jobs that there are: it would not wait for those that are still to come.
    private static void requireStarted(String option, JobSelector word, long last) {
        if (word instanceof JobSelector.Range range && range.to() > last) {
            throw new IllegalArgumentException(
                    "%s %s goes beyond the last job, which is job %d; name a range that ends there, or earlier."
                            .formatted(option, word.word(), last));
        }
    }

    /// Returns the time of the start.
    ///
    /// @throws IllegalArgumentException if it is over: with a wrong year, the job would be started
    ///   at once
    private static Optional<Instant> due(Invocation invocation, Given given) throws IOException {
        Optional<Moment> at = given.get(Run.AT);
        if (at.isEmpty()) {
            return Optional.empty();
        }
        Instant time = at.get().in(invocation::zone);
        if (time.isBefore(Instant.now())) {
            throw new IllegalArgumentException(
                    "--at is in the past: %s. To start it now, leave --at out."
                            .formatted(invocation.shownZone().time(time)));
        }
        return Optional.of(time);
    }

    private static void requireSense(Given given) {
        List<String> command = given.all(COMMAND);
        boolean isBatch = given.get(BATCH).isPresent();
        if (isBatch && !command.isEmpty()) {
            throw Usage.wrong(
                    "--batch has the commands in its file: leave \"%s\" out."
                            .formatted(command.getFirst()));
        } else if (isBatch) {
            requireAlone(given, "--batch", "commands");
        } else if (command.isEmpty()) {
            throw Usage.wrong("CMD is missing.");
        } else if (ShellWords.join(command).isBlank()) {
            throw Usage.wrong("The command is blank; expected a command line or a program.");
        }
        requireSenseOfOptions(given);
    }

    /// Rejects what is possible for a single job only.
    private static void requireAlone(Given given, String option, String commands) {
        if (given.has(WAIT)) {
            throw Usage.wrong(
                    option
                            + " and --wait do not go together: leave --wait out, and wait for the range of jobs with nudge wait.");
        }
        if (given.has(STDIN)) {
            throw Usage.wrong(
                    "%s and --stdin do not go together: put the input into a file, and let the %s read it."
                            .formatted(option, commands));
        }
    }

    static void requireSenseOfOptions(Given options) {
        Given given = Usage.valid(() -> Run.checked(options));
        if (given.get(Run.AGENT).isEmpty()) {
            Stream.of(Run.TELLING, Run.EXCERPT, Run.LIFE_SPAN)
                    .filter(option -> given.get(option).isPresent())
                    .findFirst()
                    .ifPresent(option -> {
                        throw Usage.wrong(
                                given.name(option) + " needs an agent: add --agent PANE.");
                    });
        }
        boolean isOnTerminal = given.has(PTY);
        if (given.get(Run.RETRY).filter(times -> times > 0).isPresent() && isOnTerminal) {
            throw Usage.wrong(
                    "--retry is for a job without a terminal, since nobody would type the same"
                            + " input again: leave --pty out.");
        }
        if (given.get(ARRAY).isPresent()) {
            requireAlone(given, "--array", "command");
        }
        if (given.has(STDIN) && isOnTerminal) {
            throw Usage.wrong(
                    "--stdin is for a job without a terminal: leave --pty out, or type with nudge send.");
        }
        if (given.get(SIZE).isPresent() && !isOnTerminal) {
            throw Usage.wrong("--size needs a job with a terminal: add --pty.");
        }
    }

    private static boolean isAttached(Invocation invocation, Given given) {
        return given.has(WAIT) && invocation.isOnTerminal();
    }
}
