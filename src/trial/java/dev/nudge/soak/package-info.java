/// Jobs of all kinds while pump, daemon and agents are killed at random: nothing may be lost.
@NullMarked
package dev.nudge.soak;

import org.jspecify.annotations.NullMarked;
