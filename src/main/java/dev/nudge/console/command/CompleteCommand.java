package dev.nudge.console.command;

import dev.nudge.console.Carriage;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.tmux.CallerTmux;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.text.Printable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// The command `nudge __complete`: lists what the Tab key of a shell offers, VALUE <tab>
/// DESCRIPTION a line. The carrier starts no daemon for it.
@Command(name = CompleteCommand.NAME, hidden = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class CompleteCommand implements ConsoleCommand {
    public static final String NAME = "__complete";

    /// The longest description in characters.
    private static final int LONGEST = 60;

    /// The longest that the Tab key waits.
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /// `jobs`, `labels`, `groups`, `exclusive` or `panes`.
    @Parameters(index = "0", paramLabel = "WHAT")
    private String what;

    /// Of jobs: `running`, `terminal` or `ended`; none for all.
    @Parameters(index = "1", arity = "0..1", paramLabel = "STATE")
    private @Nullable String state;

    @Override
    public Carriage carriage() {
        return Carriage.looks("", PATIENCE);
    }

    @Override
    public int run(Invocation invocation) throws IOException {
        Stream<String> lines =
                switch (what) {
                    case "jobs" -> jobs(invocation);
                    case "labels" -> newest(invocation, JobSpec::label);
                    case "exclusive" -> newest(invocation, spec -> spec.queueing().exclusive());
                    case "groups" ->
                            invocation.services().queue().groups().stream()
                                    .map(count -> count.group().name());
                    case "panes" -> panes(invocation);
                    default -> Stream.empty();
                };
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append('\n'));
        invocation.printText(text.toString());
        return ExitCodes.OK;
    }

    /// Returns the numbers, the newest first, and then the labels.
    private Stream<String> jobs(Invocation invocation) {
        Stream<String> numbers =
                wanted(invocation).stream()
                        .map(job ->
                                line(
                                        Long.toString(job.number()),
                                        job.spec().label().map(label -> label + ": ").orElse("")
                                                + command(job)));
        return Stream.concat(numbers, newest(invocation, JobSpec::label));
    }

    /// Returns names of jobs, each with the newest one that has it.
    private Stream<String> newest(Invocation invocation, Function<JobSpec, Optional<String>> name) {
        Map<String, String> lines = new LinkedHashMap<>();
        for (Job job : wanted(invocation)) {
            name.apply(job.spec())
                    .ifPresent(its -> lines.putIfAbsent(its, line(its, command(job))));
        }
        return lines.values().stream();
    }

    private List<Job> wanted(Invocation invocation) {
        return invocation.reports().all().stream()
                .filter(this::isWanted)
                .sorted(Comparator.comparingLong(Job::number).reversed())
                .toList();
    }

    private boolean isWanted(Job job) {
        return switch (state) {
            case "running" -> !job.isEnded();
            case "ended" -> job.isEnded();
            case "terminal" -> !job.isEnded() && job.spec().terminal().isPresent();
            case null, default -> true;
        };
    }

    private static String command(Job job) {
        return Printable.shorten(Printable.line(job.spec().command()), LONGEST);
    }

    private static Stream<String> panes(Invocation invocation) {
        CallerTmux tmux = new CallerTmux(invocation);
        List<String> lines = new ArrayList<>();
        try {
            lines.addAll(
                    tmux.ask(
                                    "list-panes",
                                    "-a",
                                    "-F",
                                    "#{pane_id}\t#{session_name}: #{pane_current_command}")
                            .lines()
                            .toList());
            lines.addAll(
                    tmux.ask("list-sessions", "-F", "#{session_name}\tsession").lines().toList());
        } catch (IOException noTmux) {
            return lines.stream();
        }
        return lines.stream()
                .map(line -> line.split("\t", 2))
                .filter(words -> words.length == 2)
                .map(words -> line(words[0], words[1]));
    }

    private static String line(String value, String description) {
        return Printable.line(value) + "\t" + Printable.line(description);
    }
}
