package dev.nudge.exec.bounds;

import dev.nudge.job.bounds.BoundWay;
import dev.nudge.job.bounds.Bounds;
import java.util.Map;

/// Something that bounds all processes of a job together.
interface Fence {
    /// The controller of memory, by cgroups(7).
    String MEMORY = "memory";

    /// The controller of processors.
    String CPU = "cpu";

    BoundWay way();

    /// Returns whether it can bound what this controller is about.
    boolean has(String controller);

    /// Returns the variables from which the job's host makes it.
    ///
    /// @param bounds of which those are meant that are to be seen to in this way
    /// @param name a name for it, unique among the jobs of this state directory
    Map<String, String> orders(Bounds bounds, String name);
}
