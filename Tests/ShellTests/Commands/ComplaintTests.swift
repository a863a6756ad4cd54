@testable import Shell
import Testing

/// Every mistake in a line, with all that is said about it.
@Suite struct ComplaintTests {
    @Test func unknownCommands() {
        #expect(
            complaint(about: "tabel list incident") == """
                error: There is no command tabel.
                  tabel list incident
                  ^^^^^
                hint: Did you mean table?

                """)
        #expect(
            complaint(about: "table lst incident") == """
                error: There is no command table lst.
                  table lst incident
                        ^^^
                hint: Did you mean table list?

                """)
        #expect(
            complaint(about: "tape") == """
                error: tape needs a second word: status, new, open, list, show, why, dump, audit, import or export.
                  tape
                  ^^^^
                hint: help tape

                """)
        #expect(
            complaint(about: "'{{x}}'") == """
                error: There is no command {{x}}.
                  '{{x}}'
                  ^^^^^^^
                hint: help

                """)
    }

    @Test func unknownFlags() {
        #expect(
            complaint(about: "table list incident --limt 5") == """
                error: table list has no flag --limt.
                  table list incident --limt 5
                                      ^^^^^^
                hint: Did you mean --limit?

                """)
        #expect(
            complaint(about: "table list incident --tape=x") == """
                error: table list has no flag --tape.
                  table list incident --tape=x
                                      ^^^^^^
                hint: --tape is decided when Snowdeck starts: snowdeck --tape …

                """)
        #expect(
            complaint(about: "table names -5") == """
                error: table names has no flag -5.
                  table names -5
                              ^^
                hint: help table names
                hint: -- before it makes it an argument.

                """)
    }

    @Test func flagsWithTooManyOrTooFewValues() {
        #expect(
            complaint(about: "table list incident -q -n 5") == """
                error: --query needs a value: QUERY.
                  table list incident -q -n 5
                                      ^^

                """)
        #expect(
            complaint(about: "table list incident --all=yes") == """
                error: --all takes no value.
                  table list incident --all=yes
                                            ^^^

                """)
        #expect(
            complaint(about: "table list incident -n 5 --limit 6") == """
                error: --limit is given twice.
                  table list incident -n 5 --limit 6
                                           ^^^^^^^

                """)
        #expect(
            complaint(about: "table list incident --all -n 5") == """
                error: --limit and --all exclude each other.
                  table list incident --all -n 5
                                               ^
                hint: Usage: table list TABLE [-q QUERY] [--strict-query | --raw-query] [-f FIELDS | --view VIEW] [-n NUMBER | --all] [--offset NUMBER] [--order FIELDS] [--display value|display|both]

                """)
    }

    @Test func wrongValues() {
        #expect(
            complaint(about: "table list incident -nfive") == """
                error: This must be a whole number, 0 to 1000000000.
                  table list incident -nfive
                                        ^^^^

                """)
        #expect(
            complaint(about: "table list incident --format jsno") == """
                error: This must be columns, line, json, ndjson, csv, tsv, yaml or markdown.
                  table list incident --format jsno
                                               ^^^^
                hint: Did you mean json?

                """)
        #expect(
            complaint(about: "table list inc'id\"ent'") == """
                error: This cannot be a table's name: one holds letters, digits and _ only.
                  table list inc'id"ent'
                             ^^^^^^^^^^^

                """)
        #expect(
            complaint(about: "table list incident -f number,,state") == """
                error: A field's name is missing here.
                  table list incident -f number,,state
                                               ^

                """)
        #expect(
            complaint(about: "table list incident -f 'number, a-b'") == """
                error: a-b cannot be a field: a name holds letters, digits and _, with dots between the steps of a walk.
                  table list incident -f 'number, a-b'
                                                  ^^^

                """)
        #expect(
            complaint(about: "whoami --max-body 9999999999999g") == """
                error: This must be a size in bytes, such as 512k, 64m or 1g.
                  whoami --max-body 9999999999999g
                                    ^^^^^^^^^^^^^^

                """)
    }

    @Test func missingAndSurplusArguments() {
        #expect(
            complaint(about: "table get incident") == """
                error: table get needs RECORD.
                  table get incident
                                    ^
                hint: Usage: table get TABLE RECORD [-f FIELDS] [--display value|display|both]

                """)
        #expect(
            complaint(about: "table count incident active=true") == """
                error: table count takes no further argument.
                  table count incident active=true
                                       ^^^^^^^^^^^
                hint: A query follows -q: -q active=true
                hint: Usage: table count TABLE [-q QUERY] [--strict-query | --raw-query] [--by FIELDS] [--avg FIELDS] [--min FIELDS] [--max FIELDS] [--sum FIELDS] [--having CONDITIONS] [--order FIELDS] [--display value|display|both]

                """)
        #expect(
            complaint(about: "table delete incident") == """
                error: table delete needs RECORD or --query.
                  table delete incident
                                       ^
                hint: Usage: table delete TABLE (RECORD | -q QUERY) [--strict-query | --raw-query] [--plan] [--keep-going]

                """)
        #expect(
            complaint(about: "table delete incident INC1 -q a=b") == """
                error: RECORD and --query exclude each other.
                  table delete incident INC1 -q a=b
                                                ^^^
                hint: Usage: table delete TABLE (RECORD | -q QUERY) [--strict-query | --raw-query] [--plan] [--keep-going]

                """)
    }

    @Test func wrongAssignments() {
        #expect(
            complaint(about: "table create incident Printer") == """
                error: This is not of the form FIELD=VALUE.
                  table create incident Printer
                                        ^^^^^^^
                hint: Usage: table create TABLE FIELD=VALUE… [--input value|display] [--force] [--plan] [-f FIELDS] [--display value|display|both]

                """)
        #expect(
            complaint(about: "table create incident urgency=1 urgency=2") == """
                error: urgency is set twice.
                  table create incident urgency=1 urgency=2
                                                  ^^^^^^^

                """)
        #expect(
            complaint(about: "table create incident caller_id.name=Abel") == """
                error: caller_id.name belongs to another record, which is changed by itself.
                  table create incident caller_id.name=Abel
                                        ^^^^^^^^^^^^^^
                hint: table update TABLE RECORD name=VALUE

                """)
        #expect(
            complaint(about: "set fromat=json") == """
                error: There is no setting fromat, and a variable of that name would look like one.
                  set fromat=json
                      ^^^^^^
                hint: Did you mean format?

                """)
        #expect(
            complaint(about: "set format=xml") == """
                error: This must be columns, line, json, ndjson, csv, tsv, yaml or markdown.
                  set format=xml
                             ^^^

                """)
        #expect(complaint(about: "set caller=abel.tuter limit=50") == "no complaint")
    }

    @Test func variables() {
        #expect(
            complaint(about: "table get incident {{icn}}", variables: ["inc": "INC1"]) == """
                error: There is no variable {{icn}}.
                  table get incident {{icn}}
                                     ^^^^^^^
                hint: Did you mean {{inc}}?

                """)
        #expect(
            complaint(about: "table get incident {{x}}") == """
                error: There is no variable {{x}}.
                  table get incident {{x}}
                                     ^^^^^
                hint: set x=VALUE gives it one; a line that ends in => x keeps an answer in it.

                """)
        #expect(
            complaint(about: "table list incident -q active=true^number={{x}}", variables: ["x": "1^ORactive=false"])
                == """
                error: The value of {{x}} holds a ^, which would change what the query asks.
                  table list incident -q active=true^number={{x}}
                                                            ^^^^^
                hint: Choose a value without ^, or write that part of the query out.

                """)
    }

    @Test func unbalancedQuotes() {
        #expect(
            complaint(about: "table list incident -q 'active=true") == """
                error: This ' is never closed.
                  table list incident -q 'active=true
                                         ^

                """)
    }
}
