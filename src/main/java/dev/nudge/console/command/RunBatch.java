package dev.nudge.console.command;

import dev.nudge.app.Run;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobStarter;
import dev.nudge.console.StartedBlock;
import dev.nudge.console.argument.TableOptions;
import dev.nudge.console.argument.Usage;
import dev.nudge.console.argument.WrongUsage;
import dev.nudge.exec.JobInput;
import dev.nudge.protocol.Wire;
import dev.nudge.text.ShellWords;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/// `nudge run --batch`: starts a job for each line of a file. All lines are checked before the
/// first job is made.
final class RunBatch {
    /// The most jobs of one batch.
    static final int MOST = TextBound.MOST_ELEMENTS;

    private final CommandSpec spec;
    private final RunCommand defaults;
    private final BatchFile file;

    /// Parses the options of one line; used again for each.
    private final CommandLine parser = parser();

    /// The options that were parsed last: most objects of a batch have the same.
    private Optional<List<String>> parsed = Optional.empty();

    /// @param spec of the command that was called
    /// @param defaults its options, which hold for each line
    RunBatch(CommandSpec spec, RunCommand defaults, BatchFile file) {
        this.spec = spec;
        this.defaults = defaults;
        this.file = file;
    }

    private static CommandLine parser() {
        CommandLine parser = new CommandLine(new RunCommand());
        TableOptions.add(parser.getCommandSpec(), Run.OPTIONS);
        return parser;
    }

    /// Starts the jobs, and prints their numbers.
    ///
    /// @param input what each job reads
    int run(Invocation invocation, JobInput input, boolean isJson) throws IOException {
        JobStarter starter = invocation.services().jobs().starter();
        StartedBlock started = starter.start(invocation.hello(), orders(invocation), input);
        print(invocation, started, isJson);
        return ExitCodes.OK;
    }

    /// Prints the numbers of jobs that have been started at once.
    static void print(Invocation invocation, StartedBlock started, boolean isJson)
            throws IOException {
        invocation.printNumber(isJson ? Wire.writePretty(started.jobs()) : started.range());
        started.complaint().ifPresent(invocation::complain);
        if (!isJson && invocation.isOnTerminal()) {
            invocation.complain(started.words(invocation.shownZone()));
        }
    }

    private List<JobStarter.Order> orders(Invocation invocation) throws IOException {
        List<JobStarter.Order> orders = new ArrayList<>();
        int jobs = 0;
        for (BatchFile.Line line : file.lines(invocation)) {
            JobStarter.Order order = order(invocation, line);
            jobs += order.indices().map(array -> array.all().size()).orElse(1);
            if (jobs > MOST) {
                throw Usage.wrong(
                        "%s: these are more than %,d jobs; split the batch into several."
                                .formatted(refusal(line), MOST));
            }
            orders.add(order);
        }
        if (orders.isEmpty()) {
            throw new IllegalArgumentException("Nothing was started: the batch holds no command.");
        }
        return orders;
    }

    private String refusal(BatchFile.Line line) {
        return "Nothing was started, because of " + file.place(line.number());
    }

    /// @throws Usage.WrongCall naming the line, and what is wrong with it
    /// @throws IllegalArgumentException the same
    private JobStarter.Order order(Invocation invocation, BatchFile.Line line) throws IOException {
        try {
            return line.isObject()
                    ? ofObject(invocation, line)
                    : defaults.order(invocation, refusal(line), line.text());
        } catch (ParameterException e) {
            throw Usage.wrong(refusal(line) + ": " + WrongUsage.complaint(e));
        } catch (Usage.WrongCall e) {
            throw Usage.wrong(refusal(line) + ": " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(refusal(line) + ": " + e.getMessage(), e);
        }
    }

    private JobStarter.Order ofObject(Invocation invocation, BatchFile.Line line)
            throws IOException {
        CommandSpec options = parser.getCommandSpec();
        BatchObject.Words words = Usage.valid(() -> BatchObject.read(line.text(), options));
        RunCommand own = parser.getCommand();
        if (!parsed.equals(Optional.of(words.options()))) {
            parsed = Optional.empty();
            parser.parseArgs(withDefaults(words.options()));
            own.requireSenseOfOptions();
            parsed = Optional.of(words.options());
        }
        String command =
                words.command().size() == 1
                        ? words.command().getFirst()
                        : ShellWords.join(words.command());
        return own.order(invocation, refusal(line), command);
    }

    /// Returns the options of a line behind those of the call that it does not give itself.
    /// Variables are added to those of the call.
    private String[] withDefaults(List<String> own) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            String name = option.longestName();
            boolean isReplaced =
                    !(option.isMultiValue() && option.splitRegex().isEmpty())
                            && own.stream().anyMatch(word -> name.equals(word.split("=", 2)[0]));
            if (!isReplaced && !BatchObject.OF_THE_CALL.contains(name)) {
                all.put(name, words(option));
            }
        }
        return Stream.concat(all.values().stream().flatMap(List::stream), own.stream())
                .toArray(String[]::new);
    }

    private static List<String> words(OptionSpec option) {
        return option.arity().max() == 0
                ? List.of(option.longestName())
                : option.originalStringValues().stream()
                        .map(value -> option.longestName() + "=" + value)
                        .toList();
    }
}
