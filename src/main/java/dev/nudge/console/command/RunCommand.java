package dev.nudge.console.command;

import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.FoundJob;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobStarter;
import dev.nudge.console.argument.AgentOptions;
import dev.nudge.console.argument.BoundOptions;
import dev.nudge.console.argument.QueueOptions;
import dev.nudge.console.argument.Seconds;
import dev.nudge.console.argument.Usage;
import dev.nudge.console.caller.Caller;
import dev.nudge.exec.JobInput;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSelector;
import dev.nudge.job.JobVariable;
import dev.nudge.job.WindowSize;
import dev.nudge.job.queue.ArrayIndices;
import dev.nudge.jobs.queue.WaitReason;
import dev.nudge.protocol.ClientPath;
import dev.nudge.protocol.Wire;
import dev.nudge.request.RunRequest;
import dev.nudge.settings.Setting;
import dev.nudge.settings.Settings;
import dev.nudge.text.Bytes;
import dev.nudge.text.ShellWords;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `nudge run CMD…`: starts a job for the person at the terminal.
@Command(
        name = "run",
        description = {
            "Starts a command in the background.",
            "It runs in this directory, as a job whose number is printed. One word is a command line for bash, unless it is the path of a program; several words are a command and its arguments."
        },
        footer = {
            "",
            "Examples:",
            "  nudge run -- make -j8 test",
            "  nudge run 'make && make install'",
            "  nudge run --wait --label build -- mvn verify",
            "  git diff | nudge run --stdin -- ./review",
            "  nudge run --array 1-100%%8 -- './simulate --seed $NUDGE_ARRAY_TASK'",
            "  seq 1000 | sed 's/^/.\\/simulate --seed /' | nudge run --group many --batch -",
            "  nudge run --agent gemini-cli --notify on_failure -- mvn verify"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class RunCommand implements ConsoleCommand {
    public static final String NAME = "run";

    @Spec private CommandSpec spec;

    @Option(
            names = "--wait",
            description =
                    "Show the output, and exit with the job's exit code (128+n if signal n ended"
                            + " it). Ctrl+C sends the job SIGINT, a second one SIGTERM; a third"
                            + " one leaves it alone (exit code 130), as does Ctrl+\\ (131). With --pty, attach"
                            + " to it: keys go to the job, and Ctrl+\\ detaches (131).")
    private boolean isAwaited;

    @Mixin private AgentOptions agent;

    @Mixin private QueueOptions queue;

    @Mixin private BoundOptions bounds;

    @Option(
            names = "--array",
            paramLabel = "INDICES",
            description =
                    "Start it once for each of these indices, as an array of jobs with consecutive"
                            + " numbers, and print these as a range: 1-100, 1,3,5, 0-30:10; with %%8 behind"
                            + " them, at most 8 at a time. The command sees its index as"
                            + " NUDGE_ARRAY_TASK.")
    private @Nullable String array;

    @Option(
            names = "--batch",
            paramLabel = "FILE",
            description =
                    "Start a job for each line of this file, or of the standard input (-), and print"
                            + " their numbers as a range. A line is a command line, or a JSON object with"
                            + " options: {\"command\": \"make\", \"group\": \"builds\", \"env\": {\"A\": \"1\"}}."
                            + " Blank lines, and those that begin with #, are left out. The other"
                            + " options hold for each line that does not give its own. If one line is wrong, nothing"
                            + " is started. At most 10,000 jobs and 16 MiB.")
    private @Nullable String batch;

    @Option(names = "--label", paramLabel = "NAME", description = "A name for the job.")
    private @Nullable String label;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Seconds.class,
            description =
                    "Stop it when it has run for this long: seconds (90), or 90s, 10m, 1h30m, 1d,"
                            + " 1w; 0: never.")
    private @Nullable Integer timeout;

    @Option(
            names = "--silence-timeout",
            paramLabel = "TIME",
            converter = Seconds.class,
            description = "Stop it when it has written nothing for this long; 0: never.")
    private @Nullable Integer silenceTimeout;

    @Option(
            names = "--cwd",
            paramLabel = "DIR",
            description =
                    "Run it in this directory; default: this one. ~ and ~user are home directories.")
    private @Nullable String directory;

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "Set this variable for the command; may be given several times.")
    private List<String> variables = List.of();

    @Option(
            names = "--pty",
            description = "Run it on a terminal of its own: see nudge send and nudge attach.")
    private boolean isOnTerminal;

    @Option(
            names = "--stdin",
            description =
                    "Pass the standard input on to the job, at most 8 MiB, which are kept with its"
                            + " output; with --wait and a pipe, any amount, which is not kept.")
    private boolean isFed;

    @Option(
            names = "--size",
            paramLabel = "COLSxROWS",
            description =
                    "The size of that terminal; default 120x30, with --wait the size of yours.")
    private @Nullable String size;

    @Option(
            names = "--json",
            description =
                    "Print the job as a JSON object, not its number only; with --wait when it has"
                            + " ended, and not its output.")
    private boolean isJson;

    @Parameters(arity = "0..*", paramLabel = "CMD", description = "The command.")
    private List<String> command = List.of();

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        Optional<String> token = invocation.caller().resumed();
        if (token.isPresent()) {
            return RunWait.resume(invocation, isJson, token.get());
        }
        requireSense();
        String lines = batch;
        if (lines != null) {
            BatchFile file = new BatchFile(spec, lines);
            JobInput input = file.isStandardInput() ? new JobInput.None() : input(invocation);
            return new RunBatch(spec, this, file).run(invocation, input, isJson);
        }
        RunRequest order = request(invocation, commandLine(invocation));
        if (isOnTerminal && isAttached(invocation)) {
            // Before the job exists, which would otherwise continue with nobody to watch it.
            var _ = Settings.of(invocation.hello().environment()).requiring(Setting.DETACH_KEY);
        }
        JobStarter starter = invocation.services().jobs().starter();
        if (array != null) {
            List<JobStarter.Order> tasks =
                    List.of(order(invocation, JobStarter.NOT_STARTED, order.command()));
            RunBatch.print(
                    invocation,
                    starter.start(invocation.hello(), tasks, input(invocation)),
                    isJson);
            return ExitCodes.OK;
        }
        FoundJob started =
                starter.start(
                        invocation.hello(),
                        order,
                        Optional.ofNullable(agent.agent()),
                        input(invocation));
        if (!isAwaited) {
            return said(invocation, started);
        }
        invocation.complain(awaited(invocation, started));
        return RunWait.begin(invocation, isJson, started);
    }

    private int said(Invocation invocation, FoundJob started) throws IOException {
        invocation.printNumber(isJson ? Wire.writePretty(started.snapshot()) : started.number());
        if (!isJson && invocation.isOnTerminal()) {
            invocation.complain(
                    started.snapshot()
                            .waiting()
                            .map(why -> waits(invocation, started.number(), why))
                            .orElseGet(() -> runs(started)));
        }
        return ExitCodes.OK;
    }

    /// Returns its number, and on a terminal how to leave it.
    private String awaited(Invocation invocation, FoundJob started) {
        String job = "job %d".formatted(started.number());
        Optional<String> why =
                started.snapshot().waiting().map(w -> w.words(invocation.shownZone()));
        String how = why.map(reason -> job + " is queued (%s)".formatted(reason)).orElse(job);
        if (invocation.caller().kind(Caller.Stream.ERR) != Caller.Kind.TERMINAL) {
            return how;
        }
        if (why.isEmpty() && isOnTerminal && isAttached(invocation)) {
            String key = Settings.of(invocation.hello().environment()).detachKeyName();
            return "%s; %s detaches from it".formatted(how, key);
        }
        return "%s; Ctrl+\\ leaves it, Ctrl+C %s it"
                .formatted(how, why.isPresent() ? "cancels" : "interrupts");
    }

    private static String waits(Invocation invocation, long number, WaitReason why) {
        return "Job %d is queued (%s). To see the queue: nudge ps"
                .formatted(number, why.words(invocation.shownZone()));
    }

    private static String runs(FoundJob started) {
        return started.terminal().isPresent()
                ? "Job %d runs. To use its terminal: nudge attach %1$d".formatted(started.number())
                : "Job %d runs. To follow its output: nudge logs -f %1$d"
                        .formatted(started.number());
    }

    private JobInput input(Invocation invocation) throws IOException {
        return isFed
                ? RunInput.passed(spec, invocation.caller(), isAwaited)
                : RunInput.none(spec, invocation.caller());
    }

    /// Returns the command line. A single word is one already, unless it is the path of a program
    /// whose name has a blank or another character that a shell takes for its own.
    private String commandLine(Invocation invocation) {
        boolean isPath = command.size() == 1 && command.getFirst().contains("/");
        return isPath && isProgram(invocation, command.getFirst())
                ? ShellWords.quote(command.getFirst())
                : ShellWords.join(command);
    }

    private boolean isProgram(Invocation invocation, String word) {
        try {
            String folder = ClientPath.text(invocation.hello(), directory == null ? "" : directory);
            Path program = Bytes.path(word.startsWith("/") ? word : folder + "/" + word);
            return Files.isRegularFile(program) && Files.isExecutable(program);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /// Returns the order for a command that is started with others, by these options.
    ///
    /// @param refusal what to say before the reason if it cannot be started
    JobStarter.Order order(Invocation invocation, String refusal, String commandLine)
            throws IOException {
        return new JobStarter.Order(
                refusal,
                request(invocation, commandLine),
                Optional.ofNullable(array).map(given -> ArrayIndices.parse("--array", given)),
                Optional.ofNullable(agent.agent()));
    }

    private RunRequest request(Invocation invocation, String commandLine) throws IOException {
        return new RunRequest(
                commandLine,
                Optional.ofNullable(label),
                new RunRequest.Report(agent.telling(), agent.excerpt()),
                new JobLimits(
                        agent.lifeSpan(), limit(timeout), limit(silenceTimeout), bounds.bounds()),
                new RunRequest.Surroundings(
                        Optional.ofNullable(directory).filter(d -> !d.isBlank()),
                        isOnTerminal ? Optional.of(terminal(invocation)) : Optional.empty(),
                        environment()),
                queue.queueing(invocation),
                Optional.empty());
    }

    /// Returns a limit; empty if there is none: it is not given, or 0.
    private static Optional<Duration> limit(@Nullable Integer seconds) {
        return Optional.ofNullable(seconds).filter(s -> s > 0).map(Duration::ofSeconds);
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String variable : variables) {
            int sign = variable.indexOf('=');
            if (sign < 0) {
                throw Usage.wrong(
                        spec, "--env is \"%s\"; expected NAME=VALUE.".formatted(variable));
            }
            String name = variable.substring(0, sign);
            Usage.check(spec, name, n -> JobVariable.checked("--env", n));
            environment.put(name, variable.substring(sign + 1));
        }
        return environment;
    }

    private void requireSense() {
        if (batch != null) {
            requireSenseOfBatch();
        } else if (command.isEmpty()) {
            throw Usage.wrong(spec, "CMD is missing.");
        } else if (ShellWords.join(command).isBlank()) {
            throw Usage.wrong(spec, "The command is blank; expected a command line or a program.");
        }
        requireSenseOfOptions();
    }

    private void requireSenseOfBatch() {
        if (!command.isEmpty()) {
            throw Usage.wrong(
                    spec,
                    "--batch has the commands in its file: leave \"%s\" out."
                            .formatted(command.getFirst()));
        }
        if (isAwaited || isFed) {
            throw Usage.wrong(
                    spec,
                    isAwaited
                            ? "--batch and --wait do not go together: leave --wait out, and wait for the range of jobs with nudge wait."
                            : "--batch and --stdin do not go together: put the input into a file, and let the commands read it.");
        }
    }

    /// Rejects values and combinations of options that make no sense.
    void requireSenseOfOptions() {
        Usage.requireAtLeast(spec, "--timeout", timeout, 0);
        Usage.requireAtLeast(spec, "--silence-timeout", silenceTimeout, 0);
        Usage.check(spec, label, name -> JobSelector.label("--label", name));
        Usage.check(spec, directory, path -> TextBound.PATH.checked("--cwd", path));
        Usage.valid(spec, () -> TextBound.checked("--env", variables));
        for (String variable : variables) {
            Usage.check(spec, variable, text -> TextBound.VARIABLE.checked("--env", text));
        }
        Usage.check(spec, array, indices -> ArrayIndices.parse("--array", indices));
        agent.check(spec);
        queue.check(spec);
        if (queue.isRetried() && isOnTerminal) {
            throw Usage.wrong(
                    spec,
                    "--retry is for a job without a terminal, since nobody would type the same input again: leave --pty out.");
        }
        bounds.check(spec);
        if (array != null && (isAwaited || isFed)) {
            throw Usage.wrong(
                    spec,
                    isAwaited
                            ? "--array and --wait do not go together: leave --wait out, and wait for the range of jobs with nudge wait."
                            : "--array and --stdin do not go together: put the input into a file, and let the command read it.");
        }
        if (isFed && isOnTerminal) {
            throw Usage.wrong(
                    spec,
                    "--stdin is for a job without a terminal: leave --pty out, or type with nudge send.");
        }
        if (size != null && !isOnTerminal) {
            throw Usage.wrong(spec, "--size needs a job with a terminal: add --pty.");
        }
    }

    private WindowSize terminal(Invocation invocation) throws IOException {
        String given = size;
        if (given != null) {
            return Usage.valid(spec, () -> WindowSize.parse(given));
        }
        return isAttached(invocation) ? invocation.size() : WindowSize.DEFAULT;
    }

    private boolean isAttached(Invocation invocation) {
        return isAwaited && invocation.isOnTerminal();
    }
}
