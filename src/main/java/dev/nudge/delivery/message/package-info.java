/// The notes that agents get about their jobs, and the messages that report them, with the text of
/// others made safe. Knows nothing of panes. Start with [dev.nudge.delivery.message.NudgeMessage]
/// and [dev.nudge.delivery.message.Note].
@NullMarked
package dev.nudge.delivery.message;

import org.jspecify.annotations.NullMarked;
