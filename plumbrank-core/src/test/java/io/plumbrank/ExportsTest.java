package io.plumbrank;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.VarHandle;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds what this module shows to everyone, by its compiled descriptor and class files: few types, which name no hidden ones. */
class ExportsTest {
    private static final int MOST_TYPES = 154;

    private static final Path CLASSES = classes();

    private static Path classes() {
        try {
            return Path.of(Plumbrank.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The packages that every module may enter. */
    private static Set<String> exported() throws IOException {
        try (InputStream in = Files.newInputStream(CLASSES.resolve("module-info.class"))) {
            return ModuleDescriptor.read(in).exports().stream()
                    .filter(export -> !export.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());
        }
    }

    /** The types of those packages that everyone may name, nested ones included. */
    private static List<Class<?>> visibleTypes() throws IOException, ClassNotFoundException {
        Set<String> exported = exported();
        List<Class<?>> types = new ArrayList<>();
        try (Stream<Path> files = Files.walk(CLASSES)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".class"))
                    .sorted()
                    .toList()) {
                String name =
                        CLASSES.relativize(file).toString().replace('\\', '/').replaceAll("\\.class$", "");
                if (!name.contains("/")
                        || !exported.contains(
                                name.substring(0, name.lastIndexOf('/')).replace('/', '.'))) {
                    continue;
                }
                Class<?> type = Class.forName(name.replace('/', '.'), false, ExportsTest.class.getClassLoader());
                if (isVisible(type) && !type.isSynthetic()) {
                    types.add(type);
                }
            }
        }
        return types;
    }

    private static boolean isVisible(Class<?> type) {
        return isOpen(type.getModifiers())
                && (type.getEnclosingClass() == null || (type.isMemberClass() && isVisible(type.getEnclosingClass())));
    }

    private static boolean isOpen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    @Test
    void fewTypesAreShownToEveryone() throws IOException, ClassNotFoundException {
        List<String> names = visibleTypes().stream()
                .filter(type -> type.getEnclosingClass() == null)
                .map(Class::getName)
                .toList();
        assertThat(names).contains(Plumbrank.class.getName()).hasSizeBetween(50, MOST_TYPES);
    }

    @Test
    void onlyTheFaultOfInputIsShownOfUtil() throws IOException, ClassNotFoundException {
        assertThat(visibleTypes().stream().map(Class::getName).filter(name -> name.startsWith("io.plumbrank.util")))
                .containsExactly("io.plumbrank.util.InputException");
    }

    /** Type arguments, bounds, exceptions and supertypes included; javac's lint looks at fewer places. */
    @Test
    void noSignatureNamesAHiddenType() throws IOException, ClassNotFoundException {
        List<Class<?>> visible = visibleTypes();
        Set<String> leaks = new TreeSet<>();
        for (Class<?> type : visible) {
            for (Class<?> named : namedBy(type)) {
                if (named.getName().startsWith("io.plumbrank.") && !visible.contains(named)) {
                    leaks.add(type.getName() + " names " + named.getName());
                }
            }
        }
        assertThat(leaks).isEmpty();
    }

    /** The test above would be green if it saw nothing: supertypes, arguments, exceptions and bounds, and nothing private. */
    @Test
    void signaturesAreReadWhole() {
        assertThat(namedBy(FutureTask.class))
                .contains(RunnableFuture.class, Callable.class, TimeUnit.class, TimeoutException.class)
                .doesNotContain(VarHandle.class);
        assertThat(namedBy(EnumMap.class)).contains(Enum.class, AbstractMap.class, Map.Entry.class);
    }

    private static Set<Class<?>> namedBy(Class<?> type) {
        List<Type> named = new ArrayList<>(List.of(type.getGenericInterfaces()));
        named.addAll(List.of(type.getTypeParameters()));
        if (type.getGenericSuperclass() != null) {
            named.add(type.getGenericSuperclass());
        }
        for (Field field : type.getDeclaredFields()) {
            if (isShown(field)) {
                named.add(field.getGenericType());
            }
        }
        Stream.of(type.getDeclaredMethods(), type.getDeclaredConstructors())
                .flatMap(Arrays::<Executable>stream)
                .filter(ExportsTest::isShown)
                .forEach(executable -> {
                    named.addAll(List.of(executable.getGenericParameterTypes()));
                    named.addAll(List.of(executable.getGenericExceptionTypes()));
                    named.addAll(List.of(executable.getTypeParameters()));
                    if (executable instanceof Method method) {
                        named.add(method.getGenericReturnType());
                    }
                });
        Set<Class<?>> classes = new HashSet<>();
        Set<Type> seen = new HashSet<>();
        named.forEach(one -> addClasses(one, classes, seen));
        return classes;
    }

    private static boolean isShown(Member member) {
        return isOpen(member.getModifiers()) && !member.isSynthetic();
    }

    private static void addClasses(Type type, Set<Class<?>> classes, Set<Type> seen) {
        if (!seen.add(type)) {
            return;
        }
        Type[] parts = {};
        if (type instanceof Class<?> raw) {
            if (raw.isArray()) {
                parts = new Type[] {raw.getComponentType()};
            } else {
                classes.add(raw);
            }
        } else if (type instanceof ParameterizedType generic) {
            addClasses(generic.getRawType(), classes, seen);
            parts = generic.getActualTypeArguments();
        } else if (type instanceof WildcardType wildcard) {
            parts = Stream.of(wildcard.getUpperBounds(), wildcard.getLowerBounds())
                    .flatMap(Arrays::stream)
                    .toArray(Type[]::new);
        } else if (type instanceof GenericArrayType array) {
            parts = new Type[] {array.getGenericComponentType()};
        } else if (type instanceof TypeVariable<?> variable) {
            parts = variable.getBounds();
        }
        for (Type part : parts) {
            addClasses(part, classes, seen);
        }
    }
}
