package dev.partita.lint;

/** A write that does not know its parent. */
final class NoWayToParent implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                Conditions on a parent, numbers from a parent's counter and children created with it all need the parent's key. The entity must \
                have its attributes, under the same names or as one attribute with references:.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Group:
                    key: { pk: "GROUP#{groupId}", sk: META }
                    attributes:
                      groupId: { type: string }
                  Member:
                    key: { pk: "MEMBER#{memberId}", sk: META }
                    attributes:
                      memberId: { type: string }
                      group: { type: string, required: true }
                patterns:
                  addMember: { create: Member, requires: { Group: exists } }
                  #                            ^^^^^^^^ no-way-to-parent: Member does not say which Group is meant
                """;
    }
}
