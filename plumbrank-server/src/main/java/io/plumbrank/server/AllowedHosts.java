package io.plumbrank.server;

import io.plumbrank.server.ServiceException.Code;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names by which clients may call a server. A web page from elsewhere can let its own name point to this machine (DNS rebinding);
 * the browser then sends that name as {@code Host}. An address in numbers is no such name and is always allowed.
 */
final class AllowedHosts {
    private static final Pattern PORT = Pattern.compile(":[0-9]*$");
    private static final Pattern NUMBERS = Pattern.compile("\\[[0-9a-fA-F:.%]+]|[0-9]{1,3}(\\.[0-9]{1,3}){3}");

    private final Set<String> names;
    private final boolean all;

    private AllowedHosts(Set<String> names, boolean all) {
        this.names = names;
        this.all = all;
    }

    /**
     * The names of some settings: those that were given; without any, the address that the server listens at. A server with a token
     * to which no names were given takes any name, since a page that does not know the token learns nothing.
     */
    static AllowedHosts of(ServerSettings settings) {
        Set<String> given = settings.hosts();
        Set<String> names = new HashSet<>();
        given.forEach(name -> names.add(plain(name)));
        String host = settings.address().host();
        names.add(plain(host));
        InetAddress address = settings.address().resolved();
        if (address.isLoopbackAddress() || address.isAnyLocalAddress()) {
            names.add("localhost");
        }
        if (address.isAnyLocalAddress()) {
            names.addAll(ownNames());
        }
        return new AllowedHosts(names, given.contains("*") || (given.isEmpty() && settings.token() != null));
    }

    private static Set<String> ownNames() {
        try {
            InetAddress own = InetAddress.getLocalHost();
            return Set.copyOf(Set.of(plain(own.getHostName())));
        } catch (UnknownHostException e) {
            return Set.of(); // a machine without a name is called by none
        }
    }

    private static String plain(String name) {
        String lower = name.strip().toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    /** @param header {@code Host} as the client sent it; null where it sent none, as no browser does */
    void require(@Nullable String header) {
        if (all || header == null) {
            return;
        }
        String host = plain(PORT.matcher(header.strip()).replaceFirst(""));
        if (!NUMBERS.matcher(host).matches() && !names.contains(host)) {
            throw new ServiceException(
                    Code.WRONG_HOST,
                    "the server is not called by this name; start it with --allow-host and the name in Host");
        }
    }
}
