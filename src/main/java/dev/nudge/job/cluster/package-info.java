/// What the record of a job knows of the cluster that runs it. Pure.
@NullMarked
package dev.nudge.job.cluster;

import org.jspecify.annotations.NullMarked;
