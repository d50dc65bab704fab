/// Decides what is to be told to whom: which notes are open, who reports each, and what the agent
/// has received. Uses `jobs` and `job` for the records, in which the notes are kept, `store` for
/// the files that hooks read and leave, and `delivery` for the notes and the courier.
///
/// [dev.nudge.outbox.JobOutbox] is the façade. Start reading at the `Ledger`, which states the one
/// lock; then `Reporters`, for who reports a note, and `Acknowledgements`, for what has arrived.
@NullMarked
package dev.nudge.outbox;

import org.jspecify.annotations.NullMarked;
