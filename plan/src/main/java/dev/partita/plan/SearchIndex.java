package dev.partita.plan;

import dev.partita.design.model.Entity;

/** Finds items by words. */
@FunctionalInterface
public interface SearchIndex {

    /**
     * The items whose attribute has any of the words, best first.
     *
     * @param attribute the entity's, by logical name
     * @param limit how many at most
     * @return null while there is no index to ask; the items themselves are looked at then
     */
    SearchHits find(Entity entity, String attribute, SearchQuery sought, int limit);
}
