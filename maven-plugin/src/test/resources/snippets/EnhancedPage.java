package pages;

/** What the block of docs/from-enhanced-client.md finds around it. */
abstract class EnhancedPage {}
