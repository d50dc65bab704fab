package dev.nudge.cli.command;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.console.view.Finding;
import dev.nudge.process.ProcessTable;
import dev.nudge.settings.Problem;
import dev.nudge.settings.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The doctor's check of the agents that a person has described: one finding for each mistake.
final class AgentFilesCheck {
    private AgentFilesCheck() {}

    static List<Finding> findings(Map<String, String> environment) {
        Path folder = Settings.of(environment).agents();
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Problem> problems = new AgentKinds(new ProcessTable(), folder).problems();
        return problems.isEmpty()
                ? List.of(Finding.good("Agents of your own " + folder))
                : problems.stream().map(p -> new Finding(p.what(), p.fix())).toList();
    }
}
