package dev.nudge.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobEnvironmentTest {
    private static final AgentVariables GEMINI =
            new AgentVariables(Map.of(), false, Map.of("GEMINI_CLI", "1"));
    private static final Path DIRECTORY = Path.of("/state/jobs/7");

    @Test
    void restoresWhatTheAgentWithholdsFromItsServers() {
        Map<String, String> server = Map.of("PATH", "/bin", "TMUX", "", "KUBECONFIG", "own");
        Map<String, String> agent =
                Map.of(
                        "SSH_AUTH_SOCK", "/run/agent",
                        "KUBECONFIG", "another",
                        "TMUX", "/tmp/tmux-0/default,1,0",
                        "GEMINI_API_KEY", "k",
                        "PATH", "/other");

        assertThat(JobEnvironment.ofAgent(server, of(agent, false), false))
                .containsEntry("SSH_AUTH_SOCK", "/run/agent")
                .containsEntry("KUBECONFIG", "own")
                .containsEntry("TMUX", "/tmp/tmux-0/default,1,0")
                .containsEntry("PATH", "/bin")
                .doesNotContainKey("GEMINI_API_KEY");
        assertThat(JobEnvironment.ofAgent(server, of(agent, true), false))
                .as("if the agent gives its servers little")
                .containsEntry("GEMINI_API_KEY", "k")
                .containsEntry("PATH", "/bin")
                .doesNotContainKey("GEMINI_CLI");
    }

    private static AgentVariables of(Map<String, String> all, boolean isWhole) {
        return new AgentVariables(all, isWhole, Map.of());
    }

    @Test
    void keepsProgramsFromAsking() {
        assertThat(JobEnvironment.ofAgent(Map.of("PAGER", "less"), GEMINI, false))
                .containsEntry("GEMINI_CLI", "1")
                .containsEntry("PAGER", "cat")
                .containsEntry("GIT_PAGER", "cat")
                .containsEntry("GIT_TERMINAL_PROMPT", "0");
    }

    @Test
    void givesBackTheLocaleThatTheLauncherTook() {
        Map<String, String> unset = Map.of("NUDGE_LC_ALL", "", "LC_ALL", "C.UTF-8");
        Map<String, String> set = Map.of("NUDGE_LC_ALL", "de_DE", "LC_ALL", "C.UTF-8");

        assertThat(JobEnvironment.ofPerson(unset, false)).isEmpty();
        assertThat(JobEnvironment.ofPerson(set, false)).isEqualTo(Map.of("LC_ALL", "de_DE"));
    }

    @Test
    void tellsAJobOnATerminalWhatItsTerminalIsAndLetsItAsk() {
        Map<String, String> caller =
                Map.of(
                        "TERM", "screen",
                        "COLUMNS", "33",
                        "PAGER", "less",
                        "GEMINI_CLI_NO_RELAUNCH", "true",
                        "QWEN_CODE_NO_RELAUNCH", "true");
        assertThat(JobEnvironment.ofAgent(caller, GEMINI, true))
                .containsEntry("TERM", "xterm-256color")
                .containsEntry("PAGER", "less")
                .doesNotContainKeys("COLUMNS", "GIT_TERMINAL_PROMPT", "GIT_PAGER", "GEMINI_CLI")
                .as("marks of a process that an agent has started of itself")
                .doesNotContainKeys("GEMINI_CLI_NO_RELAUNCH", "QWEN_CODE_NO_RELAUNCH");
    }

    @Test
    void leavesThePersonsEnvironmentAlone() {
        Map<String, String> caller =
                Map.of("PAGER", "less", "GIT_TERMINAL_PROMPT", "1", "GEMINI_CLI_NO_RELAUNCH", "x");

        assertThat(JobEnvironment.ofPerson(caller, false)).isEqualTo(caller);
        assertThat(JobEnvironment.ofPerson(caller, true))
                .containsAllEntriesOf(caller)
                .containsEntry("TERM", "xterm-256color");
    }

    @Test
    void marksTheJobWhateverTheCallerIs() {
        Map<String, String> caller =
                Map.of(
                        "A", "1",
                        "NUDGE_JOB", "9",
                        "NUDGE_JOB_DIR", "/other",
                        "NUDGE_ARRAY_TASK", "4");
        Map<String, String> marked =
                Map.of("A", "1", "NUDGE_JOB", "3", "NUDGE_JOB_DIR", DIRECTORY.toString());

        assertThat(JobEnvironment.marked(caller, 3, DIRECTORY, Optional.empty())).isEqualTo(marked);
        assertThat(JobEnvironment.marked(caller, 3, DIRECTORY, Optional.of(5)))
                .containsEntry("NUDGE_ARRAY_TASK", "5");
    }
}
