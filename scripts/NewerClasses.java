import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/// Brings a jar's classes into the format of Java 25 that are older than Java 6. A start-up cache
/// cannot hold those: they have no stack maps, so they are loaded and verified at every start. For
/// picocli that is a quarter of the time that a command takes.
///
///     java scripts/NewerClasses.java FROM.jar TO.jar
final class NewerClasses {
    private static final int JAVA_6 = 50;

    private NewerClasses() {}

    public static void main(String[] args) throws IOException {
        Path from = Path.of(args[0]);
        try (JarFile jar = new JarFile(from.toFile());
                OutputStream file = Files.newOutputStream(Path.of(args[1]));
                JarOutputStream out = new JarOutputStream(file)) {
            ClassFile format = format(from);
            for (JarEntry entry : Collections.list(jar.entries())) {
                byte[] bytes = jar.getInputStream(entry).readAllBytes();
                out.putNextEntry(new JarEntry(entry.getName()));
                out.write(isClass(entry) ? renewed(format, bytes) : bytes);
                out.closeEntry();
            }
        }
    }

    private static ClassFile format(Path jar) throws IOException {
        URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
        ClassHierarchyResolver resolver =
                ClassHierarchyResolver.ofResourceParsing(classes)
                        .orElse(ClassHierarchyResolver.defaultResolver());
        return ClassFile.of(
                StackMapsOption.GENERATE_STACK_MAPS, ClassHierarchyResolverOption.of(resolver));
    }

    private static boolean isClass(JarEntry entry) {
        return entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/");
    }

    private static byte[] renewed(ClassFile format, byte[] bytes) {
        ClassModel old = format.parse(bytes);
        if (old.majorVersion() >= JAVA_6) {
            return bytes;
        }
        ClassTransform version =
                (builder, element) -> {
                    if (element instanceof ClassFileVersion) {
                        builder.withVersion(ClassFile.JAVA_25_VERSION, 0);
                    } else {
                        builder.with(element);
                    }
                };
        ClassTransform code = ClassTransform.transformingMethodBodies(CodeBuilder::with);
        return format.transformClass(old, code.andThen(version));
    }
}
