/// What nudge can be asked to do: a class for each verb, with its options as one table, its checks,
/// its work, and the words of its answers. Command line, tools and page are made from the tables.
/// Start with [dev.nudge.app.Kill].
@NullMarked
package dev.nudge.app;

import org.jspecify.annotations.NullMarked;
