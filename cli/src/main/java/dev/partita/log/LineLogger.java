package dev.partita.log;

import java.util.List;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;

/** A logger whose calls become lines. */
final class LineLogger extends LegacyAbstractLogger implements LoggingEventAware {

    private static final long serialVersionUID = 1;

    private final boolean own;

    LineLogger(String name) {
        this.name = name;
        this.own = Logs.isOwn(name);
    }

    @Override
    public boolean isTraceEnabled() {
        return Logs.isOn(own, Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return Logs.isOn(own, Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return Logs.isOn(own, Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return Logs.isOn(own, Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return Logs.isOn(own, Level.ERROR);
    }

    /** With keys and values, as they came. */
    @Override
    public void log(LoggingEvent event) {
        String message = MessageFormatter.basicArrayFormat(event.getMessage(), event.getArgumentArray());
        Logs.write(new LogLine(
                name,
                event.getLevel(),
                String.valueOf(message),
                event.getKeyValuePairs() == null ? List.of() : event.getKeyValuePairs(),
                event.getThrowable()));
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level, Marker marker, String pattern, Object[] arguments, Throwable problem) {
        String message = MessageFormatter.basicArrayFormat(pattern, arguments);
        Logs.write(new LogLine(name, level, String.valueOf(message), List.of(), problem));
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return null;
    }
}
