package dev.nudge.exec;

import java.util.Map;

/// The environment of an agent, for its jobs.
///
/// @param all its own variables; empty if they may not be read
/// @param isWhole whether a job gets all of them, since the agent gives its servers hardly any;
///   otherwise those of [JobEnvironment#RESTORED]
/// @param marks the variables by which programs tell that they run for this kind of agent
public record AgentVariables(Map<String, String> all, boolean isWhole, Map<String, String> marks) {
    public static final AgentVariables NONE = new AgentVariables(Map.of(), false, Map.of());

    public AgentVariables {
        all = Map.copyOf(all);
        marks = Map.copyOf(marks);
    }
}
