/// What is to be told to whom: the notes of jobs, and who reports each.
@NullMarked
package dev.nudge.outbox;

import org.jspecify.annotations.NullMarked;
