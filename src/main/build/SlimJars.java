import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.constant.ClassDesc;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Copies jars without what nudge never loads: `java SlimJars.java FROM TO`, for each `FROM/*.jar`.
///
/// Of some libraries, only the classes are kept that can be reached from the others. The same jars
/// make the same copies, byte for byte.
class SlimJars {
    /// Natives of all systems (those of this one are in a folder of their own), signatures,
    /// descriptions for other programs than a class loader, and what pty4j has for other systems and
    /// to start a process: of that, nudge only opens terminals.
    private static final Pattern WASTE =
            Pattern.compile(
                    "META-INF/(maven|versions|proguard|native-image)/.*"
                            + "|META-INF/[^/]*\\.(SF|RSA|DSA|kotlin_module)"
                            + "|META-INF/MANIFEST\\.MF|META-INF/INDEX\\.LIST"
                            + "|module-info\\.class|OSGI-INF/.*|.*\\.kotlin_builtins"
                            + "|com/sun/jna/[^/]*-[^/]*/.*|resources/com/pty4j/native/.*"
                            + "|com/pty4j/(windows|unix/(freebsd|macosx|openbsd))/.*"
                            + "|com/pty4j/(Command|PtyProcess).*"
                            + "|com/pty4j/unix/(UnixPtyProcess|ProcessBuilderUnixLauncher).*"
                            + "|com/pty4j/util/(ExtractedNative|ParametersListUtil).*");

    /// Opening a terminal takes few classes of these.
    private static final Pattern REACHED_ONLY = Pattern.compile("(pty4j|kotlin-stdlib|jna-platform)-.*");

    /// Jackson looks up two of these interfaces, for which it would need the whole of java.xml.
    private static final String DOM = "org/w3c/dom";

    private static final String DOM_HOLDER = "jackson-databind-";
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);
    private static final Pattern CLASS_NAME = Pattern.compile("L([^;<]+)[;<]");

    /// Classes of Java 6 and older are in no start-up cache, and each start verifies them in the old
    /// way, which is slow.
    private static final int OLDEST_IN_CACHE = ClassFile.JAVA_7_VERSION;

    private final Map<String, Map<String, byte[]>> jars = new TreeMap<>();
    private final Map<String, byte[]> classes = new HashMap<>();

    public static void main(String[] arguments) throws IOException {
        SlimJars slim = new SlimJars();
        try (Stream<Path> jars = Files.list(Path.of(arguments[0]))) {
            for (Path jar : jars.filter(j -> j.toString().endsWith(".jar")).sorted().toList()) {
                slim.read(jar);
            }
        }
        slim.renew();
        slim.write(Path.of(arguments[1]));
    }

    private void read(Path path) throws IOException {
        String name = path.getFileName().toString();
        Map<String, byte[]> entries = new TreeMap<>();
        try (JarFile jar =
                new JarFile(path.toFile(), true, ZipFile.OPEN_READ, Runtime.version())) {
            for (JarEntry entry : jar.versionedStream().toList()) {
                if (!entry.isDirectory() && !WASTE.matcher(entry.getName()).matches()) {
                    entries.put(entry.getName(), bytes(jar.getInputStream(entry)));
                }
            }
            entries.put(JarFile.MANIFEST_NAME, manifest(jar.getManifest()));
        }
        if (name.startsWith(DOM_HOLDER)) {
            addDom(entries);
        }
        entries.forEach(
                (entry, content) -> {
                    if (entry.endsWith(".class")) {
                        classes.putIfAbsent(entry, content);
                    }
                });
        jars.put(name, entries);
    }

    private static byte[] bytes(InputStream in) throws IOException {
        try (in) {
            return in.readAllBytes();
        }
    }

    /// What a library says of itself, without the digests of its files. The classes of other
    /// versions of Java have been put in their places.
    private static byte[] manifest(Manifest from) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (from != null) {
            for (Attributes.Name name :
                    List.of(
                            Attributes.Name.IMPLEMENTATION_TITLE,
                            Attributes.Name.IMPLEMENTATION_VERSION,
                            Attributes.Name.IMPLEMENTATION_VENDOR)) {
                Object value = from.getMainAttributes().get(name);
                if (value != null) {
                    manifest.getMainAttributes().put(name, value);
                }
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        manifest.write(out);
        return out.toByteArray();
    }

    private static void addDom(Map<String, byte[]> entries) throws IOException {
        Path module = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.xml");
        try (Stream<Path> files = Files.list(module.resolve(DOM))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                entries.put(DOM + "/" + file.getFileName(), Files.readAllBytes(file));
            }
        }
    }

    /// Gives old classes the stack maps that the verifier of Java 7 looks for, and that version.
    private void renew() {
        ClassHierarchyResolver hierarchy =
                ClassHierarchyResolver.ofResourceParsing(this::open)
                        .orElse(ClassHierarchyResolver.defaultResolver());
        ClassFile format =
                ClassFile.of(
                        StackMapsOption.GENERATE_STACK_MAPS,
                        ClassHierarchyResolverOption.of(hierarchy));
        ClassTransform newer =
                ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
                        .andThen(SlimJars::withVersion);
        for (Map<String, byte[]> entries : jars.values()) {
            entries.replaceAll(
                    (name, content) -> {
                        if (!name.endsWith(".class")) {
                            return content;
                        }
                        ClassModel old = format.parse(content);
                        return old.majorVersion() < OLDEST_IN_CACHE
                                ? format.transformClass(old, newer)
                                : content;
                    });
        }
    }

    private InputStream open(ClassDesc type) {
        String descriptor = type.descriptorString();
        byte[] found = classes.get(descriptor.substring(1, descriptor.length() - 1) + ".class");
        return found == null ? null : new ByteArrayInputStream(found);
    }

    private static void withVersion(ClassBuilder builder, ClassElement element) {
        if (element instanceof ClassFileVersion) {
            builder.withVersion(OLDEST_IN_CACHE, 0);
        } else {
            builder.with(element);
        }
    }

    private void write(Path folder) throws IOException {
        Set<String> reached = reached();
        for (var jar : jars.entrySet()) {
            boolean isWhole = !isReachedOnly(jar.getKey());
            try (OutputStream file = Files.newOutputStream(folder.resolve(jar.getKey()));
                    ZipOutputStream out = new ZipOutputStream(file)) {
                out.setLevel(Deflater.BEST_COMPRESSION);
                for (var entry : jar.getValue().entrySet()) {
                    String name = entry.getKey();
                    if (isWhole || name.startsWith("META-INF/") || reached.contains(name)) {
                        ZipEntry copy = new ZipEntry(name);
                        copy.setTimeLocal(TIME);
                        out.putNextEntry(copy);
                        out.write(entry.getValue());
                    }
                }
            }
        }
    }

    private static boolean isReachedOnly(String jar) {
        return REACHED_ONLY.matcher(jar).matches();
    }

    /// The classes to which classes of the whole jars lead, directly or by others.
    private Set<String> reached() {
        Set<String> reached = new HashSet<>();
        jars.forEach(
                (jar, entries) -> {
                    if (!isReachedOnly(jar)) {
                        entries.keySet().stream()
                                .filter(e -> e.endsWith(".class"))
                                .forEach(reached::add);
                    }
                });
        Deque<String> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            for (String name : references(ClassFile.of().parse(classes.get(open.pop())))) {
                String next = name + ".class";
                if (classes.containsKey(next) && reached.add(next)) {
                    open.push(next);
                }
            }
        }
        return reached;
    }

    /// What code, fields and methods name, and texts that are names of classes; not annotations.
    private static Set<String> references(ClassModel model) {
        Set<String> names = new HashSet<>();
        for (PoolEntry entry : model.constantPool()) {
            switch (entry) {
                case ClassEntry named -> {
                    String name = named.asInternalName();
                    if (name.startsWith("[")) {
                        addDescriptor(names, name);
                    } else {
                        names.add(name);
                    }
                }
                case NameAndTypeEntry named -> addDescriptor(names, named.type().stringValue());
                case MethodTypeEntry type -> addDescriptor(names, type.descriptor().stringValue());
                case StringEntry text -> names.add(text.stringValue().replace('.', '/'));
                default -> {}
            }
        }
        model.fields().forEach(f -> addDescriptor(names, f.fieldType().stringValue()));
        model.methods().forEach(m -> addDescriptor(names, m.methodType().stringValue()));
        return names;
    }

    private static void addDescriptor(Set<String> names, String descriptor) {
        Matcher matcher = CLASS_NAME.matcher(descriptor);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
    }
}
