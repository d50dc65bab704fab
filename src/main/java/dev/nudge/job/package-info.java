/// The model of a job: its specification, its states, its end. Pure: no process, no file.
@NullMarked
package dev.nudge.job;

import org.jspecify.annotations.NullMarked;
