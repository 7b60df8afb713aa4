package dev.partita.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.item.ApiException;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** The texts of refused expressions, and which of several faults is reported. */
class ExpressionErrorTest {

    @Test
    void syntaxErrorsNameTheTokenAndItsNeighbours() {
        checkConditions("""
                a = = b              => Syntax error; token: "=", near: "= = b"
                a   =   =   b        => Syntax error; token: "=", near: "=   =   b"
                a =                  => Syntax error; token: "<EOF>", near: "="
                !!!                  => Syntax error; token: "!", near: "!!"
                INVALID SYNTAX HERE  => Syntax error; token: "SYNTAX", near: "INVALID SYNTAX HERE"
                _a = :s              => Syntax error; token: "_", near: "_a"
                #                    => Syntax error; token: "#", near: "#"
                # = :s               => Syntax error; token: "#", near: "# ="
                a = :                => Syntax error; token: ":", near: "= :"
                a                    => Syntax error; token: "<EOF>", near: "a"
                (a                   => Syntax error; token: "<EOF>", near: "a"
                a)                   => Syntax error; token: ")", near: "a)"
                (a).b = :s           => Syntax error; token: ".", near: ").b"
                NOT a                => Syntax error; token: "<EOF>", near: "a"
                NOT (a)              => Syntax error; token: "<EOF>", near: ")"
                a = :s AND           => Syntax error; token: "<EOF>", near: "AND"
                AND a = :s           => Syntax error; token: "AND", near: "AND a"
                a[                   => Syntax error; token: "<EOF>", near: "["
                a[]                  => Syntax error; token: "]", near: "[]"
                a[x]                 => Syntax error; token: "x", near: "[x]"
                a[01] = :s           => Syntax error; token: "1", near: "01]"
                a[-1] = :s           => Syntax error; token: "-", near: "[-1"
                a IN ()              => Syntax error; token: ")", near: "()"
                a IN :s              => Syntax error; token: ":s", near: "IN :s"
                a BETWEEN :s OR :n   => Syntax error; token: "OR", near: ":s OR :n"
                begins_with(a,)      => Syntax error; token: ")", near: ",)"
                foo()                => Syntax error; token: ")", near: "()"
                a = b = c            => Syntax error; token: "=", near: "b = c"
                (a = b) = c          => Syntax error; token: "=", near: ") = c"
                a = (b = c)          => Syntax error; token: "=", near: "b = c"
                a AND b              => Syntax error; token: "AND", near: "a AND b"
                (a) AND b = :s       => Syntax error; token: "AND", near: ") AND b"
                attribute_exists(a = b) => Syntax error; token: "=", near: "a = b"
                a.and = :s           => Syntax error; token: "and", near: ".and ="
                set = :s             => Syntax error; token: "set", near: "set ="
                a = 'x'              => Syntax error; token: "'", near: "= 'x"
                a != :s              => Syntax error; token: "!", near: "a !="
                a< >:s               => Syntax error; token: ">", near: "< >:s"
                a = 5                => Syntax error; token: "5", near: "= 5"
                a + :n = :n          => Syntax error; token: "+", near: "a + :n"
                a, b                 => Syntax error; token: ",", near: "a, b"
                #s#l = :s            => Syntax error; token: "#l", near: "#s#l ="
                é = :s               => Syntax error; token: "é", near: "é ="
                """);
        check("ConditionExpression", "", "The expression can not be empty;", this::condition);
        check("ConditionExpression", "  ", "Syntax error; token: \"<EOF>\", near: \"  \"", this::condition);
        check("ConditionExpression", "  = b", "Syntax error; token: \"=\", near: \"  = b\"", this::condition);
        check("ConditionExpression", "a = ) ", "Syntax error; token: \")\", near: \"= ) \"", this::condition);
    }

    @Test
    void conditionsThatCannotMeanAnything() {
        checkConditions("""
                ((a = :s))               => The expression has redundant parentheses;
                ((a)) = :s               => The expression has redundant parentheses;
                NOT ((a = :s))           => The expression has redundant parentheses;
                a IN (((b)))             => The expression has redundant parentheses;
                attribute_exists(((a)))  => The expression has redundant parentheses;
                foo(a)                   => Invalid function name; function: foo
                SIZE(a) = :n             => Invalid function name; function: SIZE
                if_not_exists(a, :s)     => The function is not allowed in a condition expression; function: if_not_exists
                size(a)                  => The function is not allowed to be used this way in an expression; function: size
                NOT size(a)              => The function is not allowed to be used this way in an expression; function: size
                attribute_exists(a) = :s => The function is not allowed to be used this way in an expression; function: attribute_exists
                size(contains(a, b)) = :n => The function is not allowed to be used this way in an expression; function: contains
                Abort = :s               => Attribute name is a reserved keyword; reserved keyword: Abort
                a[0].size = :s           => Attribute name is a reserved keyword; reserved keyword: size
                a[99999999999999] = :s   => List index is not within the allowable range; index: [99999999999999]
                a[2147483648] = :s       => List index is not within the allowable range; index: [2147483648]
                a = :zz                  => An expression attribute value used in expression is not defined; attribute value: :zz
                a.#zz = :s               => An expression attribute name used in the document path is not defined; attribute name: #zz
                begins_with(a)           => Incorrect number of operands for operator or function; operator or function: begins_with, number of operands: 1
                attribute_exists(a, b)   => Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 2
                a = a                    => The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a]
                #a.b[0] < a.b[0]         => The first operand must be distinct from the remaining operands for this operator or function; operator: <, first operand: [a, b, [0]]
                a IN (b, a)              => The first operand must be distinct from the remaining operands for this operator or function; operator: IN, first operand: [a]
                a BETWEEN b AND a        => The first operand must be distinct from the remaining operands for this operator or function; operator: BETWEEN, first operand: [a]
                contains(a, a)           => The first operand must be distinct from the remaining operands for this operator or function; operator: contains, first operand: [a]
                a < :bo                  => Incorrect operand type for operator or function; operator or function: <, operand type: BOOL
                :ss >= a                 => Incorrect operand type for operator or function; operator or function: >=, operand type: SS
                a BETWEEN b AND :nu      => Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: NULL
                begins_with(a, :n)       => Incorrect operand type for operator or function; operator or function: begins_with, operand type: N
                begins_with(size(a), :s) => Incorrect operand type for operator or function; operator or function: begins_with, operand type: N
                size(:n) = :n            => Incorrect operand type for operator or function; operator or function: size, operand type: N
                size(size(a)) = :n       => Incorrect operand type for operator or function; operator or function: size, operand type: N
                attribute_type(a, :n)    => Incorrect operand type for operator or function; operator or function: attribute_type, operand type: N
                attribute_type(a, b)     => Incorrect operand type for operator or function; operator or function: attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}
                attribute_type(a, :s)    => Invalid attribute type name found; type: hello, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}
                attribute_exists(:s)     => Operator or function requires a document path; operator or function: attribute_exists
                attribute_not_exists(size(a)) => Operator or function requires a document path; operator or function: attribute_not_exists
                a BETWEEN :s AND :h      => The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {S:hello}, upper bound operand: AttributeValue: {S:he}
                a BETWEEN :n AND :s      => The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: {S:hello}
                """);
    }

    @Test
    void theGraverFaultOfAConditionIsReported() {
        checkConditions("""
                ((a = b)) AND c =                 => Syntax error; token: "<EOF>", near: "="
                foo(b) AND ((a = :zz))            => The expression has redundant parentheses;
                size(a) AND foo(b)                => Invalid function name; function: foo
                abort = :s AND size(b)            => The function is not allowed to be used this way in an expression; function: size
                #zz = abort                       => Attribute name is a reserved keyword; reserved keyword: abort
                a = :zz AND begins_with(c)        => An expression attribute value used in expression is not defined; attribute value: :zz
                begins_with(c) AND a = :zz        => Incorrect number of operands for operator or function; operator or function: begins_with, number of operands: 1
                begins_with(:zz)                  => An expression attribute value used in expression is not defined; attribute value: :zz
                :zz = #zz                         => An expression attribute value used in expression is not defined; attribute value: :zz
                """);
    }

    @Test
    void limitsOfConditions() {
        check(
                "ConditionExpression",
                "a".repeat(5000),
                "Expression size has exceeded the maximum allowed size; expression size: 5000",
                this::condition);
        check(
                "ConditionExpression",
                "a = :s AND ".repeat(301) + "a = :s",
                "The expression contains too many operators; operator count: 301",
                this::condition);
        check(
                "ConditionExpression",
                "a IN (" + ":s, ".repeat(100) + ":s)",
                "The IN operator is provided with too many operands; number of operands: 101",
                this::condition);
        check(
                "ConditionExpression",
                "a.".repeat(32) + "a = :s",
                "The document path has too many nesting levels; nesting levels: 33",
                this::condition);
        condition("a.".repeat(31) + "a = :s", Sample.placeholders(":s"));
        condition("a IN (" + ":s, ".repeat(99) + ":s)", Sample.placeholders(":s"));
        condition("a = :s AND ".repeat(149) + "a = :s", Sample.placeholders(":s"));
    }

    @Test
    void updates() {
        checkAll("UpdateExpression", (text, placeholders) -> Parser.update(text, placeholders), """
                INVALID SYNTAX HERE        => Syntax error; token: "INVALID", near: "INVALID SYNTAX"
                SET                        => Syntax error; token: "<EOF>", near: "SET"
                SET a = :s, SET b = :s     => Syntax error; token: "SET", near: ", SET b"
                SET a = :n + :n + :n       => Syntax error; token: "+", near: ":n + :n"
                SET a = :n + (:n + :n)     => Syntax error; token: "+", near: ":n + :n"
                SET a = if_not_exists(b, n + :n) => Syntax error; token: "+", near: "n + :n"
                SET a = :n * :n            => Syntax error; token: "*", near: ":n * :n"
                SET (a) = :s               => Syntax error; token: "(", near: "SET (a"
                ADD a b                    => Syntax error; token: "b", near: "a b"
                ADD a (:n)                 => Syntax error; token: "(", near: "a (:n"
                SET set = :s               => Syntax error; token: "set", near: "SET set ="
                SET a = ((:n + :n))        => The expression has redundant parentheses;
                SET a = ((:n))             => The expression has redundant parentheses;
                SET abort = foo(:zz)       => Attribute name is a reserved keyword; reserved keyword: abort
                SET a = foo(:s) SET b = :s => Invalid function name; function: foo
                SET a = size(l)            => The function is not allowed in an update expression; function: size
                SET a = list_append(list_append(l, :l), :l) => The function is not allowed to be used this way in an expression; function: list_append
                SET a = if_not_exists(b, list_append(l, :l)) => The function is not allowed to be used this way in an expression; function: list_append
                SET a = list_append(l, :l) + :n => The function is not allowed to be used this way in an expression; function: list_append
                SET a = :s SET #zz = :s    => The "SET" section can only be used once in an update expression;
                REMOVE a REMOVE b          => The "REMOVE" section can only be used once in an update expression;
                ADD a :n ADD b :n          => The "ADD" section can only be used once in an update expression;
                DELETE a :ss DELETE b :ss  => The "DELETE" section can only be used once in an update expression;
                SET a = :zz, #zz = :s      => An expression attribute name used in the document path is not defined; attribute name: #zz
                SET a = :zz, a = :s        => An expression attribute value used in expression is not defined; attribute value: :zz
                SET a.b = :s, a[0] = :s, c = :s, c = :s => Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [c], path two: [c]
                SET a = :s, a.b = :s       => Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]
                SET a[0] = :s REMOVE #a[0].b => Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, [0]], path two: [a, [0], b]
                SET a.x = :s, a.y = :s, a = :s => Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, y], path two: [a]
                SET a.b = :s, a[0] = :s ADD c :s => Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, b], path two: [a, [0]]
                SET a = :n + :s ADD c :s   => Incorrect operand type for operator or function; operator: ADD, operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND
                ADD a :l                   => Incorrect operand type for operator or function; operator: ADD, operand type: LIST, typeSet: ALLOWED_FOR_ADD_OPERAND
                ADD a :b                   => Incorrect operand type for operator or function; operator: ADD, operand type: BINARY, typeSet: ALLOWED_FOR_ADD_OPERAND
                ADD a :bo                  => Incorrect operand type for operator or function; operator: ADD, operand type: BOOLEAN, typeSet: ALLOWED_FOR_ADD_OPERAND
                DELETE a :n                => Incorrect operand type for operator or function; operator: DELETE, operand type: NUMBER, typeSet: ALLOWED_FOR_DELETE_OPERAND
                DELETE a :m                => Incorrect operand type for operator or function; operator: DELETE, operand type: MAP, typeSet: ALLOWED_FOR_DELETE_OPERAND
                DELETE a :nu               => Incorrect operand type for operator or function; operator: DELETE, operand type: NULL, typeSet: ALLOWED_FOR_DELETE_OPERAND
                SET a = :n - :ss           => Incorrect operand type for operator or function; operator or function: -, operand type: SS
                SET a = list_append(l, :s) => Incorrect operand type for operator or function; operator or function: list_append, operand type: S
                SET a = list_append(l)     => Incorrect number of operands for operator or function; operator or function: list_append, number of operands: 1
                SET a = if_not_exists(a, b, c) => Incorrect number of operands for operator or function; operator or function: if_not_exists, number of operands: 3
                SET a = if_not_exists(:s, :s) => Operator or function requires a document path; operator or function: if_not_exists
                SET a = if_not_exists(b, b) => The first operand must be distinct from the remaining operands for this operator or function; operator: if_not_exists, first operand: [b]
                SET l[99999999999] = :s    => List index is not within the allowable range; index: [99999999999]
                """);
        check("UpdateExpression", "", "The expression can not be empty;", Parser::update);
        check(
                "UpdateExpression",
                "SET a = " + "a".repeat(5000),
                "Expression size has exceeded the maximum allowed size;",
                Parser::update);
    }

    @Test
    void projections() {
        checkAll("ProjectionExpression", (text, placeholders) -> Parser.projection(text, placeholders), """
                a,          => Syntax error; token: "<EOF>", near: ","
                a b         => Syntax error; token: "b", near: "a b"
                :s          => Syntax error; token: ":s", near: ":s"
                size(a)     => Syntax error; token: "(", near: "size(a"
                a[1.5]      => Syntax error; token: ".", near: "1.5"
                a, #zz, abort => Attribute name is a reserved keyword; reserved keyword: abort
                a, a, #zz   => An expression attribute name used in the document path is not defined; attribute name: #zz
                a.b, a[0], c, c => Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [c], path two: [c]
                a, #a.b     => Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]
                a.b, a[0]   => Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, b], path two: [a, [0]]
                """);
    }

    @Test
    void keyConditions() {
        checkAll("KeyConditionExpression", (text, placeholders) -> Parser.keyCondition(text, placeholders), """
                pk = :s AND             => Syntax error; token: "<EOF>", near: "AND"
                ((pk = :s)) AND sk > :n => The expression has redundant parentheses;
                pk = :s AND pk = :h     => KeyConditionExpressions must only contain one condition per key
                pk.a = :s               => KeyConditionExpressions cannot have conditions on nested attributes
                begins_with(pk[0], :s)  => KeyConditionExpressions cannot have conditions on nested attributes
                size(pk) = :n           => KeyConditionExpressions cannot contain nested operations
                pk = :s AND begins_with(sk, :n) => Incorrect operand type for operator or function; operator or function: begins_with, operand type: N
                pk = :s AND sk < :bo    => Incorrect operand type for operator or function; operator or function: <, operand type: BOOL
                pk = :s AND sk BETWEEN :bo AND :bo => Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: BOOL
                """);
        checkBare("""
                pk = :s OR sk = :n       => Invalid operator used in KeyConditionExpression: OR
                NOT pk = :s              => Invalid operator used in KeyConditionExpression: NOT
                pk <> :s                 => Invalid operator used in KeyConditionExpression: <>
                pk = :s AND sk IN (:n)   => Invalid operator used in KeyConditionExpression: IN
                contains(pk, :s)         => Invalid operator used in KeyConditionExpression: contains
                attribute_exists(pk)     => Invalid operator used in KeyConditionExpression: attribute_exists
                attribute_not_exists(pk) => Invalid operator used in KeyConditionExpression: attribute_not_exists
                attribute_type(pk, :tS)  => Invalid operator used in KeyConditionExpression: attribute_type
                pk = sk                  => Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition
                pk BETWEEN :h AND sk     => Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition
                :s = :s                  => Invalid condition in KeyConditionExpression: No key attribute specified
                begins_with(:s, sk)      => Invalid condition in KeyConditionExpression: begins_with operator must have the key attribute as its first operand
                :n BETWEEN sk AND pk     => Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its first operand
                """);
    }

    @Test
    void filtersAreNamedAsSuch() {
        check(
                "FilterExpression",
                "a = ",
                "Syntax error; token: \"<EOF>\", near: \"= \"",
                (text, placeholders) -> Parser.condition(text, ExpressionKind.FILTER, placeholders));
    }

    private void condition(String text, Placeholders placeholders) {
        Parser.condition(text, ExpressionKind.CONDITION, placeholders);
    }

    private void checkConditions(String lines) {
        checkAll("ConditionExpression", this::condition, lines);
    }

    private static void checkAll(String kind, BiConsumer<String, Placeholders> parse, String lines) {
        lines.lines().forEach(line -> {
            String[] sides = line.split(" => ", 2);
            check(kind, sides[0].strip(), sides[1], parse);
        });
    }

    private static void checkBare(String lines) {
        lines.lines().forEach(line -> {
            String[] sides = line.split(" => ", 2);
            assertThat(refusal(sides[0].strip(), Parser::keyCondition)).isEqualTo(sides[1]);
        });
    }

    private static void check(String kind, String text, String message, BiConsumer<String, Placeholders> parse) {
        assertThat(refusal(text, parse)).as(text).isEqualTo("Invalid " + kind + ": " + message);
    }

    private static String refusal(String text, BiConsumer<String, Placeholders> parse) {
        ApiException refusal =
                catchThrowableOfType(ApiException.class, () -> parse.accept(text, Sample.placeholders(text)));
        assertThat(refusal).as(text).isNotNull();
        assertThat(refusal.code()).isEqualTo(ApiException.Code.VALIDATION);
        return refusal.getMessage();
    }
}
