package dev.partita.codegen;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What compiled classes call of ours, as the JVM looks it up: class, name and exact types. */
final class Calls {

    private static final String OURS = "dev/partita/";

    private Calls() {}

    /** The calls of classes, such as {@code dev/partita/runtime/Database as (Ljava/lang/String;)Ldev/partita/runtime/Database;}. */
    static Set<String> of(Collection<byte[]> classes) {
        Set<String> calls = new TreeSet<>();
        for (byte[] file : classes) {
            try {
                calls.addAll(of(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return calls;
    }

    private static List<String> of(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        in.skipBytes(8);
        int count = in.readUnsignedShort();
        Object[] pool = new Object[count];
        List<int[]> members = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> pool[i] = in.readUTF();
                case 3, 4 -> in.skipBytes(4);
                case 5, 6 -> {
                    in.skipBytes(8);
                    i++;
                }
                case 7, 8, 16, 19, 20 -> pool[i] = new int[] {in.readUnsignedShort()};
                case 9, 10, 11, 12, 17, 18 -> {
                    int[] pair = {in.readUnsignedShort(), in.readUnsignedShort()};
                    pool[i] = pair;
                    if (tag <= 11) {
                        members.add(pair);
                    }
                }
                case 15 -> in.skipBytes(3);
                default -> throw new IOException("A constant of kind " + tag);
            }
        }
        List<String> calls = new ArrayList<>();
        for (int[] member : members) {
            String owner = (String) pool[((int[]) pool[member[0]])[0]];
            int[] name = (int[]) pool[member[1]];
            if (owner.startsWith(OURS)) {
                calls.add(owner + " " + pool[name[0]] + " " + pool[name[1]]);
            }
        }
        return calls;
    }

    /** Whether compiled code that makes this call would still find it. */
    static boolean isFound(String call) {
        String[] parts = call.split(" ");
        try {
            Class<?> owner = Class.forName(parts[0].replace('/', '.'));
            if (!Modifier.isPublic(owner.getModifiers())) {
                return false;
            }
            if (!parts[2].startsWith("(")) {
                return owner.getField(parts[1]).getType().descriptorString().equals(parts[2]);
            }
            if (parts[1].equals("<init>")) {
                return Arrays.stream(owner.getDeclaredConstructors())
                        .anyMatch(one -> isOpen(one.getModifiers())
                                && type(one, void.class).equals(parts[2]));
            }
            return methods(owner)
                    .anyMatch(method -> method.getName().equals(parts[1])
                            && type(method, method.getReturnType()).equals(parts[2]));
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** To whoever extends it, too. */
    private static boolean isOpen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String type(Executable executable, Class<?> result) {
        return MethodType.methodType(result, executable.getParameterTypes()).toMethodDescriptorString();
    }

    /** Those of its parents, too. */
    private static Stream<java.lang.reflect.Method> methods(Class<?> owner) {
        List<java.lang.reflect.Method> all = new ArrayList<>();
        Deque<Class<?>> left = new ArrayDeque<>(List.of(owner));
        while (!left.isEmpty()) {
            Class<?> type = left.pop();
            Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> isOpen(method.getModifiers()))
                    .forEach(all::add);
            left.addAll(List.of(type.getInterfaces()));
            if (type.getSuperclass() != null) {
                left.add(type.getSuperclass());
            } else if (type.isInterface()) {
                left.add(Object.class);
            }
        }
        return all.stream();
    }
}
