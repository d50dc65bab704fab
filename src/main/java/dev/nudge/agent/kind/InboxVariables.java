package dev.nudge.agent.kind;

import dev.nudge.delivery.inbox.InboxAccess;
import dev.nudge.delivery.inbox.SocketInbox;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The variables by which an agent tells its servers of its inbox.
///
/// @param socket the variable with the path of the inbox's socket
/// @param token the variable with the token by which the agent knows its servers
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
