package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.plan.internal.compile.WriteCompiler;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a write plan says of itself, and what the compiler says of writes that cannot be. */
class WritePlanTest {

    private static final String SHOP = """
            design: shop
            tables:
              main:
                name: shop
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              User:
                key: { pk: "USER#{userId}", sk: META }
                GSI1: { gsi1pk: "EMAIL#{email}", gsi1sk: META }
                soft-delete: { flag: isDeleted }
                attributes:
                  userId: { type: string, store: false }
                  email: { type: string, unique: true, required: true }
                  orders: { type: integer, default: 0, read-only: true }
                  isDeleted: { type: flag, read-only: true }
              Order:
                key: { pk: "USER#{userId}", sk: "ORDER#{number:03}" }
                attributes:
                  userId: { type: string, references: User, must-exist: true, store: false }
                  number: { type: integer, generate: { sequence: User.orders, max: 999 }, store: false }
                  price: { type: decimal, required: true }
            patterns:
              createOrder: { id: [A-1, A-2], create: Order, requires: { User: "email <> 'x'" } }
              changeEmail: { update: User, by: email, change: [email] }
              removeUser: { delete: User, by: userId }
              restoreUser: { restore: User, by: userId }
            """;

    private final Bench bench = new Bench(SHOP);

    @Test
    void aPlanSaysItsStepsAndItsCost() {
        assertThat(bench.plan("createOrder")).hasToString("""
                        createOrder: create Order (A-1, A-2)
                          takes     userId: string
                                    price: decimal
                          1         UpdateItem User in main: pk = USER#{userId}, sk = META, adds 1 to orders and returns it: the new number, at most 999
                          2         TransactWriteItems, all or nothing
                                      PutItem Order in main: pk = USER#{userId}, sk = ORDER#{number:03}
                                        if it does not exist
                                      ConditionCheck User in main: pk = USER#{userId}, sk = META
                                        if it exists: userId refers to it
                                        if it exists and email <> 'x'
                          requests  2
                          units     6 to write
                        """);
        assertThat(bench.plan("changeEmail")).hasToString("""
                        changeEmail: update User
                          takes     email: string
                                    newEmail: string (optional)
                          1         GetItem the lock pk = USER_EMAIL#{email}, sk = UNIQUE, strongly; it names the User
                          2         GetItem User in main: pk = USER#{userId}, sk = META, strongly, for what of email is needed and not given
                          3         TransactWriteItems, all or nothing
                                      UpdateItem User in main: pk = USER#{userId}, sk = META
                                        changes email
                                        index keys gsi1pk, gsi1sk follow, or are removed
                                        if it exists and is not deleted and still has this email and what was read has not changed, else from the start
                                      DeleteItem the old lock pk = USER_EMAIL#{email}, sk = UNIQUE
                                        if it is its own
                                      PutItem the new lock pk = USER_EMAIL#{email}, sk = UNIQUE
                                        if nobody holds it: email is unique
                          requests  3
                          units     8 to write, 2 to read
                        """);
    }

    @Test
    void aWriteThatCannotBeHasAFindingAndNoPlan() {
        var design = Reader.read(new Source("x", SHOP + "  lost: { update: Order, by: price, change: [price] }\n"))
                .design();
        List<Finding> findings = new ArrayList<>();
        assertThat(new WriteCompiler(design, findings).compile(design.patterns().get("lost")))
                .isNull();
        assertThat(findings).extracting(Finding::rule).containsExactly("item-not-found-by");
    }
}
