package dev.nudge.console.queue;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.QueueDesk;
import dev.nudge.console.argument.Usage;
import dev.nudge.engine.EngineChoice;
import dev.nudge.job.queue.Queueing;
import dev.nudge.jobs.queue.Group;
import dev.nudge.jobs.queue.GroupLimits;
import dev.nudge.protocol.Wire;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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
            "",
            "Examples:",
            "  nudge group",
            "  nudge group add builds --parallel 2",
            "  nudge group set builds --parallel none --min-free-memory 4G",
            "  nudge group add gpu --engine slurm --option partition=gpu --option gres=gpu:1"
        },
        mixinStandardHelpOptions = true)
public final class GroupCommand implements ConsoleCommand {
    private static final Option<String> ACTION =
            Option.of(
                            "action",
                            Type.word("ACTION", "add set remove", action -> action),
                            Form.OPTIONAL)
                    .help("add, set or remove; without it, the groups are listed.");
    private static final Option<String> GROUP =
            Option.of("group", Type.word("GROUP", "@groups", group -> group), Form.OPTIONAL)
                    .help("The group.");
    static final Option<String> ENGINE =
            Option.of("engine", Type.word("ENGINE", "local slurm", engine -> engine))
                    .help("What runs its jobs: local (this machine, the default) or slurm.");
    private static final Option<String> OPTION =
            Option.of("option", Type.text("NAME[=VALUE]", "", TextBound.WORD), Form.REPEATED)
                    .help(
                            "Pass an option on to sbatch(1), without its hyphens: partition=gpu. May be given"
                                    + " several times; with set, these take the place of all before.");
    private static final Option<Boolean> JSON =
            Option.flag("json").help("The list as a JSON array.");

    /// Those that change a group.
    private static final List<Option<?>> CHANGES =
            List.of(LimitOptions.PARALLEL, LimitOptions.MEMORY, LimitOptions.LOAD, ENGINE, OPTION);

    @Override
    public List<Option<?>> options() {
        return Stream.of(List.of(ACTION, GROUP), CHANGES, List.of(JSON))
                .<Option<?>>flatMap(List::stream)
                .toList();
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        Given given = invocation.given();
        QueueDesk desk = invocation.services().queue();
        switch (given.get(ACTION).orElse(null)) {
            case null -> list(invocation, desk);
            case "add" -> {
                String name = name(given);
                desk.add(
                        Group.of(
                                        Usage.valid(() -> Queueing.name("GROUP", name)),
                                        LimitOptions.changed(given, GroupLimits.NONE))
                                .withEngine(
                                        engine(
                                                invocation,
                                                desk,
                                                given.get(ENGINE)
                                                        .orElse(EngineChoice.LOCAL.engine()),
                                                List.of())));
                invocation.print(
                        "Group %1$s has been added. To put a job into it: nudge run --group %1$s -- COMMAND"
                                .formatted(name));
            }
            case "set" -> {
                if (!isChange(given)) {
                    throw Usage.wrong("There is nothing to set: add --parallel, or another limit.");
                }
                desk.change(name(given), group -> changed(invocation, desk, group));
                invocation.print("Group %s has been changed.".formatted(name(given)));
            }
            case "remove" -> {
                requireNoChange(given);
                desk.remove(name(given));
                invocation.print("Group %s has been removed.".formatted(name(given)));
            }
            case String other ->
                    throw Usage.wrong(
                            "ACTION is \"%s\"; expected add, set or remove.".formatted(other));
        }
        return ExitCodes.OK;
    }

    /// Returns the engine with the options that are given.
    ///
    /// @param kept its options if none is given
    private static EngineChoice engine(
            Invocation invocation, QueueDesk desk, String name, List<String> kept) {
        List<String> options = invocation.given().all(OPTION);
        return Usage.valid(() ->
                desk.engine(
                        name,
                        options.isEmpty() ? kept : TextBound.checked("--option", options),
                        invocation.hello().environment()));
    }

    private static Group changed(Invocation invocation, QueueDesk desk, Group group) {
        Given given = invocation.given();
        Group limited = group.withLimits(LimitOptions.changed(given, group.limits()));
        Optional<String> engine = given.get(ENGINE);
        if (engine.isEmpty() && given.get(OPTION).isEmpty()) {
            return limited;
        }
        EngineChoice before = group.engine();
        String name = engine.orElse(before.engine());
        List<String> kept = name.equals(before.engine()) ? before.options() : List.of();
        EngineChoice next = engine(invocation, desk, name, kept);
        // Its cluster changes only if that is asked for.
        return limited.withEngine(engine.isPresent() ? next : before.withOptions(next.options()));
    }

    private static void list(Invocation invocation, QueueDesk desk) throws IOException {
        requireNoChange(invocation.given());
        List<QueueDesk.GroupCount> groups = desk.groups();
        invocation.printText(
                invocation.given().has(JSON)
                        ? Wire.writePretty(groups.stream().map(GroupJson::of).toList()) + "\n"
                        : GroupTable.render(groups, invocation.columns()));
    }

    private static boolean isChange(Given given) {
        return CHANGES.stream().anyMatch(option -> given.get(option).isPresent());
    }

    private static void requireNoChange(Given given) {
        if (isChange(given)) {
            throw Usage.wrong("Limits and engines are for nudge group add and set.");
        }
    }

    private static String name(Given given) {
        return given.get(GROUP).orElseThrow(() -> Usage.wrong("The group is missing."));
    }
}
