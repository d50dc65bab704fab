package dev.nudge.agent;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.inbox.Inbox.InboxAnswer;
import dev.nudge.process.ProcessId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The agents whose inboxes have refused a message, and have taken none since. No promise may rest
/// on such an inbox, though what waits is still sent there, so that the next daemon learns it.
final class Refusals {
    private final Set<ProcessId> agents = ConcurrentHashMap.newKeySet();

    InboxAccess noting(InboxAccess access, ProcessId agent) {
        return access instanceof InboxAccess.Open(Inbox inbox)
                ? new InboxAccess.Open(
                        (id, news, text, limit) -> noted(inbox.send(id, news, text, limit), agent))
                : access;
    }

    private InboxAnswer noted(InboxAnswer answer, ProcessId agent) {
        switch (answer) {
            case REFUSED -> agents.add(agent);
            case TAKEN -> agents.remove(agent);
            case BUSY, NONE -> {}
        }
        return answer;
    }

    InboxAccess promised(InboxAccess access, ProcessId agent) {
        return access instanceof InboxAccess.Open && agents.contains(agent)
                ? new InboxAccess.Refusing()
                : access;
    }
}
