package dev.nudge.mcp;

import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;

/// The effect that a tool call can have on the user's machine, as agents see it: they ask before
/// some kinds, and allow others even while they only plan.
enum ToolEffect {
    /// Looks at jobs and their outputs.
    READS(true, false, true, false),
    /// Adds something that runs no program: a watch or a timer.
    ADDS(false, false, false, false),
    /// Runs or steers programs, which can do anything.
    ACTS(false, true, false, true),
    /// Ends a job. A second call changes nothing.
    ENDS(false, true, true, false);

    private final boolean isReadOnly;
    private final boolean isDestructive;
    private final boolean isIdempotent;
    private final boolean isOpenWorld;

    ToolEffect(
            boolean isReadOnly, boolean isDestructive, boolean isIdempotent, boolean isOpenWorld) {
        this.isReadOnly = isReadOnly;
        this.isDestructive = isDestructive;
        this.isIdempotent = isIdempotent;
        this.isOpenWorld = isOpenWorld;
    }

    /// Returns the hints in protocol form.
    ToolAnnotations annotations() {
        return ToolAnnotations.builder()
                .readOnlyHint(isReadOnly)
                .destructiveHint(isDestructive)
                .idempotentHint(isIdempotent)
                .openWorldHint(isOpenWorld)
                .build();
    }
}
