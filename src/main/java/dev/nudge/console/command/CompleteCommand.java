package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ConsoleCommand.Carriage;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.text.Printable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/// The command `nudge __complete`: lists what the Tab key of a shell offers, VALUE <tab>
/// DESCRIPTION a line. The carrier starts no daemon for it.
@Command(name = CompleteCommand.NAME, hidden = true)
public final class CompleteCommand implements ConsoleCommand {
    public static final String NAME = "__complete";
    private static final int LONGEST = 60;

    private static final Option<String> WHAT =
            Option.of("what", Type.word("WHAT", ""), Form.ARGUMENT)
                    .help("jobs, labels, groups, exclusive or panes.");
    private static final Option<String> STATE =
            Option.of("state", Type.word("STATE", ""), Form.OPTIONAL)
                    .help("Of jobs: running, terminal or ended; none for all.");

    @Override
    public Carriage carriage() {
        return Carriage.COMPLETES;
    }

    @Override
    public int run(Invocation call) throws IOException {
        Stream<String> lines =
                switch (call.require(WHAT)) {
                    case "jobs" -> jobs(call);
                    case "labels" -> newest(call, JobSpec::label);
                    case "exclusive" -> newest(call, spec -> spec.queueing().exclusive());
                    case "groups" ->
                            call.services().queue().groups().stream()
                                    .map(count -> count.group().name());
                    case "panes" -> panes(call);
                    default -> Stream.empty();
                };
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append('\n'));
        call.printText(text.toString());
        return ExitCodes.OK;
    }

    private static Stream<String> jobs(Invocation call) {
        Stream<String> numbers =
                wanted(call).stream()
                        .map(job ->
                                line(
                                        Long.toString(job.number()),
                                        job.spec().label().map(label -> label + ": ").orElse("")
                                                + command(job)));
        return Stream.concat(numbers, newest(call, JobSpec::label));
    }

    private static Stream<String> newest(
            Invocation call, Function<JobSpec, Optional<String>> name) {
        Map<String, String> lines = new LinkedHashMap<>();
        for (Job job : wanted(call)) {
            name.apply(job.spec())
                    .ifPresent(its -> lines.putIfAbsent(its, line(its, command(job))));
        }
        return lines.values().stream();
    }

    private static List<Job> wanted(Invocation call) {
        String state = call.get(STATE).orElse("");
        Predicate<Job> isWanted =
                switch (state) {
                    case "running" -> job -> !job.isEnded();
                    case "ended" -> Job::isEnded;
                    case "terminal" -> job -> !job.isEnded() && job.spec().terminal().isPresent();
                    default -> _ -> true;
                };
        return call.reports().all().reversed().stream().filter(isWanted).toList();
    }

    private static String command(Job job) {
        return Printable.shorten(Printable.line(job.spec().command()), LONGEST);
    }

    private static Stream<String> panes(Invocation call) {
        CallerTmux tmux = new CallerTmux(call, "");
        String format = "#{pane_id}\t#{session_name}: #{pane_current_command}";
        try {
            return Stream.of(
                            tmux.ask("list-panes", "-a", "-F", format),
                            tmux.ask("list-sessions", "-F", "#{session_name}\tsession"))
                    .flatMap(String::lines)
                    .map(line -> line.split("\t", 2))
                    .filter(words -> words.length == 2)
                    .map(words -> line(words[0], words[1]));
        } catch (IOException noTmux) {
            return Stream.empty();
        }
    }

    private static String line(String value, String description) {
        return Printable.line(value) + "\t" + Printable.line(description);
    }
}
