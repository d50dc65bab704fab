package dev.nudge.console.queue;

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
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class GroupCommand implements ConsoleCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ACTION",
            description = "add, set or remove; without it, the groups are listed.")
    private @Nullable String action;

    @Parameters(index = "1", arity = "0..1", paramLabel = "GROUP", description = "The group.")
    private @Nullable String group;

    @Mixin private LimitOptions limits;

    @Mixin private EngineOptions engine;

    @Option(names = "--json", description = "The list as a JSON array.")
    private boolean isJson;

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        QueueDesk desk = invocation.services().queue();
        limits.check();
        switch (action) {
            case null -> list(invocation, desk);
            case "add" -> {
                desk.add(
                        Group.of(
                                        Usage.valid(() -> Queueing.name("GROUP", name())),
                                        limits.changed(GroupLimits.NONE))
                                .withEngine(added(invocation, desk)));
                invocation.print(
                        "Group %1$s has been added. To put a job into it: nudge run --group %1$s -- COMMAND"
                                .formatted(name()));
            }
            case "set" -> {
                if (limits.isEmpty() && engine.isEmpty()) {
                    throw Usage.wrong("There is nothing to set: add --parallel, or another limit.");
                }
                desk.change(name(), group -> changed(invocation, desk, group));
                invocation.print("Group %s has been changed.".formatted(name()));
            }
            case "remove" -> {
                requireNoChange();
                desk.remove(name());
                invocation.print("Group %s has been removed.".formatted(name()));
            }
            default ->
                    throw Usage.wrong(
                            "ACTION is \"%s\"; expected add, set or remove.".formatted(action));
        }
        return ExitCodes.OK;
    }

    private EngineChoice added(Invocation invocation, QueueDesk desk) {
        return Usage.valid(() ->
                desk.engine(
                        engine.engine().orElse(EngineChoice.LOCAL.engine()),
                        engine.options().orElse(List.of()),
                        invocation.hello().environment()));
    }

    private Group changed(Invocation invocation, QueueDesk desk, Group group) {
        Group limited = group.withLimits(limits.changed(group.limits()));
        if (engine.isEmpty()) {
            return limited;
        }
        EngineChoice before = group.engine();
        String name = engine.engine().orElse(before.engine());
        List<String> kept = name.equals(before.engine()) ? before.options() : List.of();
        EngineChoice next =
                Usage.valid(() ->
                        desk.engine(
                                name,
                                engine.options().orElse(kept),
                                invocation.hello().environment()));
        // Its cluster changes only if that is asked for.
        return limited.withEngine(
                engine.engine().isPresent() ? next : before.withOptions(next.options()));
    }

    private void list(Invocation invocation, QueueDesk desk) throws IOException {
        requireNoChange();
        List<QueueDesk.GroupCount> groups = desk.groups();
        invocation.printText(
                isJson
                        ? Wire.writePretty(groups.stream().map(GroupJson::of).toList()) + "\n"
                        : GroupTable.render(groups, invocation.columns()));
    }

    private void requireNoChange() {
        if (!limits.isEmpty() || !engine.isEmpty()) {
            throw Usage.wrong("Limits and engines are for nudge group add and set.");
        }
    }

    private String name() {
        if (group == null) {
            throw Usage.wrong("The group is missing.");
        }
        return group;
    }
}
