package dev.nudge.console.queue;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.QueueDesk;
import dev.nudge.console.Usage;
import dev.nudge.console.queue.GroupQueue.GroupJson;
import dev.nudge.engine.EngineChoice;
import dev.nudge.job.Queueing;
import dev.nudge.jobs.JobControl;
import dev.nudge.jobs.queue.Group;
import dev.nudge.jobs.queue.Group.GroupLimits;
import dev.nudge.protocol.Wire;
import dev.nudge.text.ByteCount;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import picocli.CommandLine.Command;

/// The command `nudge group [ACTION GROUP]`: the groups of the queue.
@Command(
        name = "group",
        description = {
            "Lists the groups of jobs, or changes them.",
            "A job that is put into a group (nudge run --group) waits while the group runs as many jobs"
                    + " as it may, or the machine is too busy for another.",
            "  add GROUP     adds one",
            "  set GROUP     changes its limits, or what runs its jobs",
            "  remove GROUP  removes it, once none of its jobs runs or waits"
        },
        footer = {
            "  nudge group",
            "  nudge group add builds --parallel 2",
            "  nudge group set builds --parallel none --min-free-memory 4G",
            "  nudge group add gpu --engine slurm --option partition=gpu --option gres=gpu:1"
        })
public final class GroupCommand implements ConsoleCommand {
    private static final String NONE = "none";
    private static final String NONE_OR_ZERO = "none|0+[KMGkmg]?|0+\\.0*";

    private static final Option<String> ACTION =
            Option.of("action", Type.word("ACTION", "add set remove"), Form.OPTIONAL)
                    .help("add, set or remove; without it, the groups are listed.");
    private static final Option<String> GROUP =
            Option.of("group", Type.word("GROUP", "@groups"), Form.OPTIONAL).help("The group.");
    static final Option<OptionalInt> PARALLEL =
            Option.of("parallel", Type.named("N", "", Type.STRING, GroupCommand::parallel))
                    .help("How many of its jobs run at once, or none for no limit.");
    static final Option<OptionalLong> MEMORY =
            Option.of("min-free-memory", Type.named("SIZE", "", Type.STRING, GroupCommand::memory))
                    .help(
                            "Start a job only while so much memory is available (4G, 512M), or none. Between two"
                                    + " starts are 5 seconds then.");
    static final Option<OptionalDouble> LOAD =
            Option.of("max-load", Type.named("N", "", Type.STRING, GroupCommand::load))
                    .help(
                            "Start a job only while the machine's load of the last minute is below this, or none."
                                    + " Between two starts are 5 seconds then.");

    private static final Option<String> ENGINE =
            Option.of("engine", Type.word("ENGINE", String.join(" ", JobControl.ENGINES)))
                    .help(
                            "What runs its jobs: %s; local is this machine, the default."
                                    .formatted(String.join(" or ", JobControl.ENGINES)));
    private static final Option<String> OPTION =
            Option.of("option", Type.text("NAME[=VALUE]", "", TextBound.WORD), Form.REPEATED)
                    .help(
                            "Pass an option on to the engine's program, such as sbatch(1), without its hyphens:"
                                    + " partition=gpu. May be given several times; with set, these take the place of"
                                    + " all before.");
    private static final Option<Boolean> JSON =
            Option.flag("json").help("The list as a JSON array.");

    private static final List<Option<?>> CHANGES = List.of(PARALLEL, MEMORY, LOAD, ENGINE, OPTION);

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        QueueDesk desk = call.services().queue();
        switch (call.get(ACTION).orElse(null)) {
            case null -> list(call, desk);
            case "add" -> {
                String name = Usage.valid(() -> Queueing.name("GROUP", name(call)));
                desk.add(changed(call, desk, Group.of(name, GroupLimits.NONE)));
                call.print(
                        "Group %1$s has been added. To put a job into it: nudge run --group %1$s -- COMMAND"
                                .formatted(name));
            }
            case "set" -> {
                Usage.refuseIf(
                        !isChange(call),
                        "There is nothing to set: add --parallel, or another limit.");
                desk.change(name(call), group -> changed(call, desk, group));
                call.print("Group %s has been changed.".formatted(name(call)));
            }
            case "remove" -> {
                requireNoChange(call);
                desk.remove(name(call));
                call.print("Group %s has been removed.".formatted(name(call)));
            }
            case String other ->
                    throw Usage.wrong(
                            "ACTION is \"%s\"; expected add, set or remove.".formatted(other));
        }
        return ExitCodes.OK;
    }

    private static Group changed(Invocation call, QueueDesk desk, Group group) {
        Group limited = group.withLimits(limits(call, group.limits()));
        Optional<String> engine = call.get(ENGINE);
        List<String> options = call.all(OPTION);
        if (engine.isEmpty() && options.isEmpty()) {
            return limited;
        }
        EngineChoice before = group.engine();
        String name = engine.orElse(before.engine());
        List<String> kept = name.equals(before.engine()) ? before.options() : List.of();
        EngineChoice next =
                Usage.valid(() ->
                        desk.engine(
                                name,
                                options.isEmpty() ? kept : TextBound.checked("--option", options),
                                call.hello().environment()));
        // Its cluster changes only if that is asked for.
        return limited.withEngine(engine.isPresent() ? next : before.withOptions(next.options()));
    }

    private static void list(Invocation call, QueueDesk desk) throws IOException {
        requireNoChange(call);
        List<QueueDesk.GroupCount> groups = desk.groups();
        call.printText(
                call.has(JSON)
                        ? Wire.writePretty(groups.stream().map(GroupJson::of).toList()) + "\n"
                        : GroupTable.render(groups, call.columns()));
    }

    private static boolean isChange(Invocation call) {
        return CHANGES.stream().anyMatch(option -> call.get(option).isPresent());
    }

    private static void requireNoChange(Invocation call) {
        Usage.refuseIf(isChange(call), "Limits and engines are for nudge group add and set.");
    }

    private static String name(Invocation call) {
        return call.get(GROUP).orElseThrow(() -> Usage.wrong("The group is missing."));
    }

    private static OptionalInt parallel(String name, String word) {
        return word.matches("[1-9]\\d{0,5}")
                ? OptionalInt.of(Integer.parseInt(word))
                : none(NONE, name, word, "a number, 1 or more, or none", OptionalInt.empty());
    }

    private static OptionalLong memory(String name, String word) {
        String expected = "bytes, or a number with K, M or G, or none";
        long bytes = ByteCount.parse(word);
        return bytes > 0
                ? OptionalLong.of(bytes)
                : none(NONE_OR_ZERO, name, word, expected, OptionalLong.empty());
    }

    private static OptionalDouble load(String name, String word) {
        return word.matches("\\d{1,5}(\\.\\d{1,3})?") && Double.parseDouble(word) > 0
                ? OptionalDouble.of(Double.parseDouble(word))
                : none(NONE_OR_ZERO, name, word, "a number, or none", OptionalDouble.empty());
    }

    private static <T> T none(String form, String name, String word, String expected, T none) {
        if (!word.matches(form)) {
            throw new IllegalArgumentException(
                    "%s is \"%s\"; expected %s".formatted(name, word, expected));
        }
        return none;
    }

    static GroupLimits limits(Invocation call, GroupLimits before) {
        return new GroupLimits(
                call.get(PARALLEL).orElse(before.parallel()),
                call.get(MEMORY).orElse(before.minFreeMemory()),
                call.get(LOAD).orElse(before.maxLoad()));
    }
}
