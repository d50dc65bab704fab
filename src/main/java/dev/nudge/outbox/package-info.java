/// Decides what is to be reported to whom: which notes are open, who reports each, and what the
/// agent has received. Uses `jobs` and `job` for the records, in which the notes are kept, `store`
/// for the files that hooks read and leave, and `delivery` for the notes and the courier. Start
/// reading at [dev.nudge.outbox.JobOutbox], the façade; then the `Ledger`, which states the one
/// lock, `CourierOutbox` and `Claims` for who reports a note, and `Acknowledgements` for what has
/// arrived.
@NullMarked
package dev.nudge.outbox;

import org.jspecify.annotations.NullMarked;
