package dev.nudge.agent.kind;

import dev.nudge.delivery.Way;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.inbox.SocketInbox;
import dev.nudge.delivery.screen.ScreenProfile;
import dev.nudge.delivery.typing.TypingProfile;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A kind of agent, as its file describes it.
///
/// @param name the name of the file, without `.toml`
/// @param title the name that people use, `Gemini CLI`
/// @param session the tmux session it must be in, unless the setting `session` names one; or `any`
/// @param ways how news reaches it, the best first; at least one
/// @param takesTasks whether it gets tasks if it declares them: not if it fails with them
/// @param versions the versions in which it was tried, `0.61.0`, the oldest first
/// @param givesLittle whether its jobs get its own environment, since its servers get little of it
/// @param marks variables for its jobs without a terminal
/// @param registration how nudge is registered with it; empty if a person has to do that
/// @param queue where its server listens, if it runs several sessions with a queue for each
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
    /// Returns whether it was tried in just this version: the next may draw another prompt.
    public boolean isKnownVersion(String version) {
        return versions.contains(version);
    }

    /// How an agent works with nudge's hooks.
    ///
    /// @param mostAtOnce the most results that one hook may hand over; others wait for the next
    /// @param cancelsCalls whether the agent cancels a call whose answer it no longer waits for; if
    ///   not, a new prompt shows that it has dropped its calls
    public record HookRules(int mostAtOnce, boolean cancelsCalls) {
        public static final HookRules UNKNOWN = new HookRules(Integer.MAX_VALUE, false);
    }

    /// The variables by which an agent tells its servers of its inbox: its socket, and a token.
    ///
    /// @param refusal the setting by which a person refuses messages; empty if there is none
    public record InboxVariables(String socket, String token, Optional<Refusal> refusal) {
        /// A setting of the agent by which a person refuses messages to its inbox.
        ///
        /// @param at possible places of the file of settings; the first one that counts is used
        /// @param found found in the file if messages are refused
        public record Refusal(VariablePaths at, Pattern found) {
            private static final Logger LOG = System.getLogger(Refusal.class.getName());

            private boolean isIn(Map<String, String> environment) {
                return at.first(environment).filter(this::isFound).isPresent();
            }

            private boolean isFound(Path settings) {
                try {
                    return found.matcher(Files.readString(settings)).find();
                } catch (IOException e) {
                    LOG.log(Level.DEBUG, "no setting in {0} is known: {1}", settings, e.toString());
                    return false;
                }
            }
        }

        /// Finds the inbox in the environment of such a server. Blocks on the file system only.
        public InboxAccess in(Map<String, String> environment) {
            String path = environment.getOrDefault(socket, "");
            String word = environment.getOrDefault(token, "");
            if (path.isEmpty() || word.isEmpty()) {
                return new InboxAccess.None();
            }
            return refusal.filter(setting -> setting.isIn(environment)).isPresent()
                    ? new InboxAccess.Refusing()
                    : new InboxAccess.Open(new SocketInbox(Path.of(path), word));
        }
    }
}
