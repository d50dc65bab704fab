package dev.nudge.agent.kind;

import dev.nudge.delivery.inbox.InboxAccess;
import dev.nudge.delivery.inbox.SocketInbox;
import java.nio.file.Path;
import java.util.Map;

/// The variables by which an agent tells its servers of its inbox.
///
/// @param socket holds the path of its socket
/// @param token holds the word by which it knows them
public record InboxVariables(String socket, String token) {
    /// Finds the inbox in the environment of one of these servers.
    public InboxAccess in(Map<String, String> environment) {
        String path = environment.getOrDefault(socket, "");
        String word = environment.getOrDefault(token, "");
        return path.isEmpty() || word.isEmpty()
                ? new InboxAccess.None()
                : new InboxAccess.Open(new SocketInbox(Path.of(path), word));
    }
}
