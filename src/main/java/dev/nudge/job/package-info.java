/// What a job is: its specification, its states, how it ended. Pure: no process, no file.
@NullMarked
package dev.nudge.job;

import org.jspecify.annotations.NullMarked;
