package pages;

/** What the block of docs/spring-boot.md finds around it. */
abstract class SpringPage {}
