package dev.partita.lint;

/** A key that holds an attribute in small or capital letters only, and is asked for the attribute as it is. */
final class CaseLostInKey implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                `{email:lower}` gives `Ann@x.com` and `ann@x.com` the same key, so whoever asks by `email` may get the item \
                of another spelling. Either every value is stored in that spelling, with `normalise: lower` at the \
                attribute; or the pattern asks for all spellings, `by: email:lower`.""";
    }

    @Override
    public String bad() {
        return """
                design: accounts
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  User:
                    key: { pk: "USER#{email:lower}", sk: META }
                    attributes:
                      email: { type: string, required: true }
                patterns:
                  user: { get: User, by: email }
                # ^^^^ case-lost-in-key: nothing serves `get: User, by: email`
                """;
    }

    @Override
    public String mended() {
        return bad().replace("required: true", "required: true, normalise: lower");
    }
}
