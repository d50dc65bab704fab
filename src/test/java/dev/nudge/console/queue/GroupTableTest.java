package dev.nudge.console.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.QueueDesk.GroupCount;
import dev.nudge.console.view.Cells;
import dev.nudge.engine.EngineChoice;
import dev.nudge.jobs.queue.Group;
import dev.nudge.jobs.queue.Group.GroupLimits;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupTableTest {
    private static final GroupLimits LIMITS =
            new GroupLimits(OptionalInt.of(2), OptionalLong.of(4L << 30), OptionalDouble.of(3));
    private static final List<String> OPTIONS = List.of("partition=gpu", "gres=gpu:1");
    private static final EngineChoice SLURM =
            new EngineChoice("slurm", OPTIONS, Optional.empty(), Optional.empty());
    private static final List<GroupCount> GROUPS =
            List.of(
                    new GroupCount(Group.of("default", GroupLimits.NONE), 1, 0),
                    new GroupCount(Group.of("nightly-builds-of-everything", LIMITS), 2, 15),
                    new GroupCount(Group.of("gpu", GroupLimits.NONE).withEngine(SLURM), 0, 0));

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120})
    void tableFitsTheTerminalAndLosesNothingOfAGroup(int columns) {
        String table = GroupTable.render(GROUPS, columns);

        assertThat(table.lines())
                .allSatisfy(line -> assertThat(Cells.width(line)).isLessThanOrEqualTo(columns));
        assertThat(table.replaceAll("\\s+", " "))
                .contains(
                        "GROUP PARALLEL RUNNING QUEUED STATE",
                        "open, while 4.0G of memory are free, while the load is below 3.0",
                        "in slurm with partition=gpu gres=gpu:1");
        assertThat(GroupTable.render(GROUPS, Integer.MAX_VALUE).lines())
                .as("without a terminal, a group has a line of its own")
                .hasSize(4)
                .element(2)
                .asString()
                .startsWith("nightly-builds-of-everything  2         2        15      open, while");
    }
}
