package dev.partita.plan.internal.value;

import java.util.ArrayList;
import java.util.List;

/** Addresses of hosts in digits, read without asking anybody and without changing one kind into the other. */
final class IpAddress {

    private IpAddress() {}

    /** The four bytes of 192.0.2.1; null when it is not written so. */
    static byte[] four(String text) {
        if (!HostName.isQuad(text)) {
            return null;
        }
        String[] numbers = text.split("\\.");
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            bytes[i] = (byte) Integer.parseInt(numbers[i]);
        }
        return bytes;
    }

    /** The sixteen bytes of 2001:db8::1 or ::ffff:192.0.2.1; null when it is no such address. */
    static byte[] six(String text) {
        String plain = text;
        int dot = text.indexOf('.');
        if (dot >= 0) {
            int at = text.lastIndexOf(':') + 1;
            byte[] end = four(text.substring(at));
            if (at == 0 || end == null) {
                return null;
            }
            plain = text.substring(0, at)
                    + String.format(
                            "%x:%x", (end[0] & 0xff) << 8 | end[1] & 0xff, (end[2] & 0xff) << 8 | end[3] & 0xff);
        }
        int gap = plain.indexOf("::");
        if (gap < 0) {
            List<Integer> groups = groups(plain);
            return groups == null || groups.size() != 8 ? null : bytes(groups, List.of());
        }
        List<Integer> before = groups(plain.substring(0, gap));
        List<Integer> after = groups(plain.substring(gap + 2));
        return before == null || after == null || before.size() + after.size() > 7 ? null : bytes(before, after);
    }

    /** Numbers with a colon between; null when one of them is none. */
    private static List<Integer> groups(String text) {
        List<Integer> groups = new ArrayList<>();
        if (!text.isEmpty()) {
            for (String group : text.split(":", -1)) {
                if (!group.matches("[0-9a-fA-F]{1,4}")) {
                    return null;
                }
                groups.add(Integer.parseInt(group, 16));
            }
        }
        return groups;
    }

    private static byte[] bytes(List<Integer> before, List<Integer> after) {
        byte[] bytes = new byte[16];
        for (int i = 0; i < before.size(); i++) {
            put(bytes, i, before.get(i));
        }
        for (int i = 0; i < after.size(); i++) {
            put(bytes, 8 - after.size() + i, after.get(i));
        }
        return bytes;
    }

    private static void put(byte[] bytes, int group, int value) {
        bytes[2 * group] = (byte) (value >> 8);
        bytes[2 * group + 1] = (byte) value;
    }

    /** The shortest spelling of sixteen bytes, as RFC 5952 has it: 2001:db8::1. */
    static String text(byte[] six) {
        int[] groups = new int[8];
        for (int i = 0; i < 8; i++) {
            groups[i] = (six[2 * i] & 0xff) << 8 | six[2 * i + 1] & 0xff;
        }
        int gap = -1;
        int longest = 1;
        for (int i = 0; i < 8; i++) {
            int end = i;
            while (end < 8 && groups[end] == 0) {
                end++;
            }
            if (end - i > longest) {
                gap = i;
                longest = end - i;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == gap) {
                text.append("::");
                i += longest - 1;
            } else {
                text.append(text.isEmpty() || text.charAt(text.length() - 1) == ':' ? "" : ":")
                        .append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
