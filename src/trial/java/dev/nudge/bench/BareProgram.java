package dev.nudge.bench;

/// A program that prints a line: the least that a JVM can do.
final class BareProgram {
    private BareProgram() {}

    public static void main(String[] args) {
        System.out.println("1");
    }
}
