package dev.nudge.agent.kind;

import dev.nudge.delivery.Way;
import dev.nudge.delivery.screen.ScreenProfile;
import dev.nudge.delivery.typing.TypingProfile;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A kind of agent, as its file describes it.
///
/// @param name the name of the file, without `.toml`
/// @param title the name that people use, `Gemini CLI`
/// @param process how its process is recognized
/// @param session the tmux session that it must be in, unless the setting `session` names another;
///   `any` for every session
/// @param ways how news reaches it, the best first; at least one
/// @param hooks how it works with nudge's hooks
/// @param takesTasks whether it gets tasks if it declares them: not if it fails with them
/// @param versions the versions in which it was tried, `0.61.0`, the oldest first
/// @param screen what its screen looks like
/// @param profile how a text is typed into its prompt
/// @param givesLittle whether it passes hardly any of its environment to its servers, so that its
///   jobs get the environment of the agent itself
/// @param marks variables for its jobs without a terminal
/// @param registration how nudge is registered with it; empty if a person has to do that
/// @param inbox the variables by which it tells its servers of its inbox; empty if it has none
/// @param queue where its server listens, if one server runs several sessions with a queue for
///   each; empty if there is none
/// @param withheld the variables by which programs that it starts can speak to it as its user:
///   those of the inbox, and others that nudge does not use
public record AgentKind(
        String name,
        String title,
        Recognition process,
        String session,
        Set<Way> ways,
        HookRules hooks,
        boolean takesTasks,
        List<String> versions,
        ScreenProfile screen,
        TypingProfile profile,
        boolean givesLittle,
        Map<String, String> marks,
        Optional<Registration> registration,
        Optional<InboxVariables> inbox,
        Optional<VariablePaths> queue,
        Set<String> withheld) {
    public AgentKind {
        ways = Collections.unmodifiableSet(EnumSet.copyOf(ways));
        versions = List.copyOf(versions);
        marks = Map.copyOf(marks);
        withheld = Set.copyOf(withheld);
    }

    /// Returns whether it was tried in exactly this version, `0.61.0`: the next one may draw its
    /// prompt in another way.
    public boolean isKnownVersion(String version) {
        return versions.contains(version);
    }
}
