package dev.partita.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** How routes are made from what patterns do. */
class ResourceRoutesTest {

    @Test
    void anItemIsNamedByItsKeyAndACollectionHangsUnderWhatItRefersTo() {
        check("""
                entities:
                  Author:
                    key: { pk: "AUTHOR#{authorId}", sk: META }
                    attributes: { authorId: { type: string, generate: ulid }, name: string }
                  BookOfAuthor:
                    key: { pk: "AUTHOR#{authorId}", sk: "BOOK#{isbn}" }
                    attributes: { authorId: { type: string, references: Author }, isbn: { type: string, length: 10..13 }, title: string }
                patterns:
                  author:     { get: Author, by: authorId }
                  addBook:    { create: BookOfAuthor }
                  book:       { get: BookOfAuthor, by: [authorId, isbn] }
                  saveBook:   { put: BookOfAuthor }
                  retitle:    { update: BookOfAuthor, by: [authorId, isbn], change: [title] }
                  removeBook: { delete: BookOfAuthor, by: [authorId, isbn] }
                  books:      { list: BookOfAuthor, by: authorId }
                """, """
                GET /authors/{authorId}
                POST /authors/{authorId}/book-of-authors
                GET /authors/{authorId}/book-of-authors/{isbn}
                PUT /authors/{authorId}/book-of-authors/{isbn}
                PATCH /authors/{authorId}/book-of-authors/{isbn}
                DELETE /authors/{authorId}/book-of-authors/{isbn}
                GET /authors/{authorId}/book-of-authors
                """);
    }

    @Test
    void theMostGeneralPatternHasThePlainPlaceAndTheOthersStandBelowIt() {
        check("""
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    soft-delete: { at: deletedAt }
                    attributes: { userId: { type: string, generate: ulid }, email: { type: string, unique: true, personal: true }, name: string, bio: string, logins: { type: integer, default: 0 }, deletedAt: timestamp }
                patterns:
                  renameUser:  { update: User, by: userId, change: [name], require: [name] }
                  editUser:    { update: User, by: userId, change: [name, bio] }
                  login:       { update: User, by: userId, add: { logins: 1 } }
                  clearBio:    { update: User, by: userId, remove: [bio] }
                  userByEmail: { get: User, by: email }
                  eraseUser:   { delete: User, by: userId, hard: true }
                  deleteUser:  { delete: User, by: userId }
                  bringBack:   { restore: User, by: userId }
                  user:        { get: User, by: userId }
                  profile:     { get: User, by: userId, return: [userId, name] }
                """, """
                PUT /users/{userId}/name
                PATCH /users/{userId}
                POST /users/{userId}/login
                POST /users/{userId}/clear-bio
                GET /users/by-email
                POST /users/{userId}/erase
                DELETE /users/{userId}
                POST /users/{userId}/bring-back
                GET /users/{userId}
                GET /users/{userId}/profile
                """);
    }

    @Test
    void aValueThatDoesNotFitAPathNamesItsItemInTheQuery() {
        check("""
                entities:
                  Page:
                    key: { pk: "PAGE#{url:hash}", sk: META }
                    attributes: { url: { type: string, length: 1..2000 }, title: string }
                patterns:
                  page:     { get: Page, by: url }
                  savePage: { put: Page }
                  dropPage: { delete: Page, by: url }
                  titled:   { update: Page, by: url, change: [title] }
                """, """
                GET /page
                PUT /page
                DELETE /page
                PATCH /page
                """);
    }

    @Test
    void whatThereIsOneOfHasNoIdAndNoPlural() {
        check("""
                entities:
                  Settings:
                    key: { pk: SETTINGS, sk: META }
                    attributes: { theme: string }
                patterns:
                  settings:     { get: Settings }
                  saveSettings: { put: Settings }
                """, """
                GET /settings
                PUT /settings
                """);
    }

    @Test
    void namesThatTheServiceHasForItselfAreLeftToIt() {
        check("""
                entities:
                  Doc:
                    key: { pk: "DOC#{docId}", sk: META }
                    attributes: { docId: { type: string, generate: ulid }, text: string }
                  Alarm:
                    key: { pk: "ALARM#{alarmId}", sk: META }
                    attributes: { alarmId: { type: string, generate: ulid } }
                patterns:
                  doc:      { get: Doc, by: docId }
                  alarm:    { get: Alarm, by: alarmId }
                  patterns: { gather: [doc, alarm] }
                  both:     { gather: [doc, alarm] }
                """, """
                GET /doc-items/{docId}
                GET /alarm-items/{alarmId}
                GET /patterns/patterns
                GET /both
                """);
    }

    @Test
    void aStatedRouteGoesFirstAndNoneLeavesThePatternItsOwn() {
        check("""
                entities:
                  Post:
                    key: { pk: "USER#{userId}", sk: "POST#{postId}" }
                    attributes: { userId: string, postId: { type: ulid, generate: ulid }, text: string }
                patterns:
                  posts:  { list: Post, by: userId }
                  mine:   { list: Post, by: userId, route: GET /posts }
                  post:   { get: Post, by: [userId, postId], route: "GET /people/{userId}/posts/{postId}" }
                  write:  { create: Post, route: none }
                  remove: { delete: Post, by: [userId, postId] }
                """, """
                GET /posts/posts
                GET /posts
                GET /people/{userId}/posts/{postId}
                POST /patterns/write
                DELETE /posts/{userId}/{postId}
                """);
    }

    @Test
    void twoEntitiesOfOneNameAreToldApart() {
        check("""
                entities:
                  UrlCheck:
                    key: { pk: "A#{aId}", sk: META }
                    attributes: { aId: { type: string, generate: ulid } }
                  Url_check:
                    key: { pk: "B#{bId}", sk: META }
                    attributes: { bId: { type: string, generate: ulid } }
                patterns:
                  a: { get: UrlCheck, by: aId }
                  b: { get: Url_check, by: bId }
                """, """
                GET /url-checks/{aId}
                GET /url-check-items/{bId}
                """);
    }

    @Test
    void aRouteThatTheLinterRefusesIsNotServed() {
        assertThatThrownBy(() -> routes("""
                entities:
                  Post:
                    key: { pk: "POST#{postId}", sk: META }
                    attributes: { postId: { type: ulid, generate: ulid } }
                patterns:
                  post: { get: Post, by: postId, route: "GET /posts/{id}" }
                """))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{id}, which is no argument");
        assertThatThrownBy(() -> routes("""
                entities:
                  Post:
                    key: { pk: "POST#{postId}", sk: META }
                    attributes: { postId: { type: ulid, generate: ulid }, slug: { type: string, unique: true, length: 1..50 } }
                patterns:
                  post:   { get: Post, by: postId, route: "GET /posts/{postId}" }
                  bySlug: { get: Post, by: slug, route: "GET /posts/{slug}" }
                """))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another pattern's, too");
    }

    private static void check(String design, String expected) {
        Routes routes = routes(design);
        String actual = routes.design().patterns().keySet().stream()
                .map(routes::preferred)
                .map(route -> route.method() + " "
                        + route.path().substring(routes.base().length()) + "\n")
                .collect(Collectors.joining());
        assertThat(actual).isEqualTo(expected);
    }

    private static Routes routes(String design) {
        return Routes.of(Designs.of("design: shop\ntables: { main: { key: { partition: pk, sort: sk } } }\n" + design));
    }
}
