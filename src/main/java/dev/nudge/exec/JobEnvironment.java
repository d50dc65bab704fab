package dev.nudge.exec;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makes the environment of a job.
public final class JobEnvironment {
    /// The variable that marks every process of a job; its value is the job's directory.
    public static final String MARK = "NUDGE_JOB_DIR";

    /// Marks the host of a job, and what belongs to it: the job's directory.
    public static final String HOST_MARK = "NUDGE_JOB_HOST";

    public static final String TASK = "NUDGE_ARRAY_TASK";

    public static final String NUMBER = "NUDGE_JOB";

    /// The variables that Gemini CLI withholds from its MCP servers (rules R21 and R22) and a job
    /// may need; restored from the agent's own environment. Credentials of model services are not
    /// among them.
    static final List<String> RESTORED =
            List.of(
                    ("SSH_AUTH_SOCK SSH_AGENT_PID GPG_AGENT_INFO XAUTHORITY XDG_RUNTIME_DIR"
                                    + " SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS"
                                    + " GIT_SSL_CAINFO CURL_CA_BUNDLE REQUESTS_CA_BUNDLE PIP_CERT"
                                    + " CARGO_HTTP_CAINFO AWS_CA_BUNDLE AWS_DEFAULT_REGION"
                                    + " KUBECONFIG TMUX TMUX_PANE")
                            .split(" "));

    /// The type of a job's terminal (rule R20).
    private static final String TERM = "xterm-256color";

    private static final List<String> OF_ANOTHER_TERMINAL = List.of("COLUMNS", "LINES", "TERMCAP");

    /// Set by agents that start themselves again, with more memory, for the second process. An
    /// agent that a job runs is another one.
    private static final List<String> OF_THE_AGENT_ALONE =
            List.of("GEMINI_CLI_NO_RELAUNCH", "QWEN_CODE_NO_RELAUNCH");

    private static final String LOCALE = "NUDGE_LC_ALL";

    private static final Map<String, String> PLAIN =
            Map.of(
                    "PAGER", "cat",
                    "GIT_PAGER", "cat",
                    "GIT_TERMINAL_PROMPT", "0");

    private JobEnvironment() {}

    /// Returns the environment for a job of an agent. In a plain job, programs are kept from asking
    /// and paging, as in the commands that Gemini CLI runs itself (rule R20).
    ///
    /// @param caller the environment of the pump under the agent
    /// @param agent the environment of the agent itself
    /// @param onTerminal whether there is a terminal, on which programs may ask
    public static Map<String, String> ofAgent(
            Map<String, String> caller, AgentVariables agent, boolean onTerminal) {
        Map<String, String> environment = new HashMap<>(caller);
        agent.all().entrySet().stream()
                .filter(variable -> agent.isWhole() || RESTORED.contains(variable.getKey()))
                .filter(variable -> environment.getOrDefault(variable.getKey(), "").isEmpty())
                .forEach(variable -> environment.put(variable.getKey(), variable.getValue()));
        OF_THE_AGENT_ALONE.forEach(environment::remove);
        if (!onTerminal) {
            environment.putAll(PLAIN);
            environment.putAll(agent.marks());
        }
        return ofPerson(environment, onTerminal);
    }

    /// Returns the environment for a job of a person: the person's own, and with the variables that
    /// describe its terminal, if it has one.
    public static Map<String, String> ofPerson(Map<String, String> caller, boolean onTerminal) {
        Map<String, String> environment = new HashMap<>(caller);
        restoreLocale(environment);
        if (onTerminal) {
            environment.put("TERM", TERM);
            OF_ANOTHER_TERMINAL.forEach(environment::remove);
        }
        return environment;
    }

    /// Returns the environment with the marks of the job that gets it.
    ///
    /// @param index that of a task of an array; empty for any other job, which does not get the
    ///   index of a task that starts it either
    public static Map<String, String> marked(
            Map<String, String> environment, long job, Path directory, Optional<Integer> index) {
        Map<String, String> own = new HashMap<>(environment);
        own.put(NUMBER, Long.toString(job));
        own.put(MARK, directory.toString());
        own.remove(TASK);
        index.ifPresent(number -> own.put(TASK, Integer.toString(number)));
        return own;
    }

    /// Returns the environment for a command of the user's that is not part of a job.
    ///
    /// @param agent the environment of the agent that the command concerns, which shows where the
    ///   user is; empty if there is none
    public static Map<String, String> beside(
            Map<String, String> daemon, Map<String, String> agent) {
        Map<String, String> environment = new HashMap<>(daemon);
        restoreLocale(environment);
        environment.putAll(agent);
        environment.remove(LOCALE);
        OF_THE_AGENT_ALONE.forEach(environment::remove);
        environment.remove(NUMBER);
        environment.remove(TASK);
        environment.remove(MARK);
        // Nothing of a job, even if a job has started the daemon.
        environment.put(HOST_MARK, "");
        return environment;
    }

    /// Returns an environment without some variables.
    ///
    /// @param withheld their names: those by which one can speak to an agent as its user
    public static Map<String, String> without(
            Set<String> withheld, Map<String, String> environment) {
        Map<String, String> rest = new HashMap<>(environment);
        rest.keySet().removeAll(withheld);
        return rest;
    }

    /// Restores the locale. The launcher gives its JVM a UTF-8 locale and keeps the user's in
    /// NUDGE_LC_ALL.
    private static void restoreLocale(Map<String, String> environment) {
        String original = environment.remove(LOCALE);
        if (original == null) {
            return;
        }
        if (original.isEmpty()) {
            environment.remove("LC_ALL");
        } else {
            environment.put("LC_ALL", original);
        }
    }
}
