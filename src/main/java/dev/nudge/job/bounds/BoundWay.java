package dev.nudge.job.bounds;

/// The way in which the system keeps a job within a bound.
public enum BoundWay {
    /// A scope of the user's systemd manager: for all processes of the job together.
    SYSTEMD("for all of its processes together"),
    /// A control group of its own: for all processes of the job together.
    CGROUP("for all of its processes together"),
    /// Slurm, to which it is handed: for all processes of the job together.
    SLURM("for all of its processes together"),
    /// A limit of the address space of each process.
    ULIMIT("address space of each process"),
    /// The cores on which its processes may run.
    TASKSET("cores"),
    /// The niceness with which its command is started.
    RENICE("for the command and what it starts");

    private final String meaning;

    BoundWay(String meaning) {
        this.meaning = meaning;
    }

    /// Returns, for a person, of what it is a bound: `address space of each process`.
    public String meaning() {
        return meaning;
    }
}
