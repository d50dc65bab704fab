package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.view.Finding;
import dev.nudge.exec.bounds.BoundWays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckupTest {
    @Test
    void eachThingThatCanBeBoundedHasAFindingWithItsWay() {
        List<Finding> findings = Checkup.bounds(BoundWays.here());

        assertThat(findings).noneMatch(Finding::isWrong).hasSize(3);
        assertThat(findings.get(0).what())
                .matches("A job's memory can be bounded by (systemd|cgroup|ulimit): .*");
        assertThat(findings.get(1).what())
                .matches("A job's processors can be bounded by (systemd|cgroup|taskset): .*");
        assertThat(findings.get(2).what()).startsWith("A job's niceness can be bounded by renice");
    }
}
