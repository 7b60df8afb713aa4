package dev.partita.runtime;

import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * A change that the handler failed at again and again, and that the follower went on without.
 *
 * @param change null when the record could not be read as a change at all
 * @param record as the stream has it
 * @param failure of the last try
 */
public record DeadLetter(EntityChange change, Record record, RuntimeException failure) {}
