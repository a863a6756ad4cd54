import TestSupport
import Testing

@testable import Workbench

/// Errors in a line, with everything that is reported about them.
struct LineErrorTests {
    private static let lineErrors = #"""
        > ‹tabel› list incident
        ! error: There is no command tabel.
        ! hint: Did you mean table?
        > ‹replay› demo
        ! error: replay is a command of the program, not of the prompt.
        ! hint: In a shell: snowdeck replay demo
        > table ‹lst› incident
        ! error: There is no command table lst.
        ! hint: Did you mean table list?
        > ‹tape›
        ! error: tape needs a second word: status, new, open, list, show, keep, push, pull, remove, dump, audit, import, export, pseudonymize, cut or edit.
        ! hint: help tape
        > ‹'{{x}}'›
        ! error: There is no command {{x}}.
        ! hint: help
        > table list incident ‹--limt› 5
        ! error: table list has no flag --limt.
        ! hint: Did you mean --limit?
        > table list incident ‹--csv›
        ! error: table list has no flag --csv.
        ! hint: Did you mean --format csv?
        > table list incident ‹--tape›=x
        ! error: table list has no flag --tape.
        ! hint: --tape is decided when Snowdeck starts: snowdeck --tape …
        > table names ‹-5›
        ! error: table names has no flag -5.
        ! hint: help table names
        ! hint: Put -- before it to use it as an argument.
        > table list incident ‹-q› -n 5
        ! error: --query needs a value: QUERY.
        > table list incident --all=‹yes›
        ! error: --all takes no value.
        > table list incident -n 5 ‹--limit› 6
        ! error: --limit is given twice.
        > table list incident --all -n ‹5›
        ! error: --limit and --all exclude each other.
        ! hint: Usage: table list TABLE [-q QUERY] [--strict-query | --raw-query] [-f FIELDS | --view VIEW] [-n NUMBER | --all] [--offset NUMBER] [--order FIELDS] [--display value|display|both] [--raw] [--strings]
        > table list incident -n‹five›
        ! error: This must be a whole number, 0 to 1000000000.
        > table list incident --format ‹jsno›
        ! error: Unknown format 'jsno'. Choose columns, line, json, ndjson, csv, tsv, yaml or markdown.
        ! hint: Did you mean json?
        > table list ‹inc'id"ent'›
        ! error: Invalid table name: use letters, digits and _ only.
        > table list incident -f number‹,›,state
        ! error: A field name is missing here.
        > table list incident -f 'number, ‹a-b›'
        ! error: a-b is not a valid field name: use letters, digits and _, with dots between steps.
        > whoami --max-body ‹9999999999999g›
        ! error: This must be a size in bytes, such as 512k, 64m or 1g.
        > table get incident‹›
        ! error: table get needs RECORD.
        ! hint: Usage: table get TABLE RECORD [-f FIELDS] [--display value|display|both] [--raw] [--strings]
        > table count incident ‹active=true›
        ! error: table count takes no further argument.
        ! hint: Put -q before a query: -q active=true
        ! hint: Usage: table count TABLE [-q QUERY] [--strict-query | --raw-query] [--by FIELDS] [--avg FIELDS] [--min FIELDS] [--max FIELDS] [--sum FIELDS] [--having CONDITIONS] [--order FIELDS] [--chart] [--display value|display|both]
        > table list incident -q ‹priority = 1› -n 5
        ! error: A query with blanks needs quotes.
        ! hint: Did you mean priority=1?
        > table list incident -q ‹short_description=No coffee›
        ! error: A query with blanks needs quotes.
        ! hint: Did you mean short_description='No coffee'?
        > table list incident ‹-o› json
        ! error: table list has no flag -o.
        ! hint: Did you mean --format?
        > table delete incident‹›
        ! error: table delete needs RECORD or --query.
        ! hint: Usage: table delete TABLE (RECORD | -q QUERY) [--strict-query | --raw-query] [--plan] [--keep-going]
        > table delete incident INC1 -q ‹a=b›
        ! error: RECORD and --query exclude each other.
        ! hint: Usage: table delete TABLE (RECORD | -q QUERY) [--strict-query | --raw-query] [--plan] [--keep-going]
        > table create incident ‹Printer›
        ! error: This is not of the form FIELD=VALUE.
        ! hint: Usage: table create TABLE FIELD=VALUE… [--input value|display] [--force] [--plan] [-f FIELDS] [--display value|display|both] [--raw] [--strings]
        > table create incident urgency=1 ‹urgency›=2
        ! error: urgency is set twice.
        > table create incident ‹caller_id.name›=Abel
        ! error: caller_id.name belongs to another record; update that record instead.
        ! hint: table update TABLE RECORD name=VALUE
        > set ‹fromat›=json
        ! error: There is no setting fromat, and a variable of that name would look like one.
        ! hint: Did you mean format?
        > set format=‹xml›
        ! error: Unknown format 'xml'. Choose columns, line, json, ndjson, csv, tsv, yaml or markdown.
        > table get incident ‹{{icn}}›
        ! error: There is no variable {{icn}}.
        ! hint: Did you mean {{inc}}?
        > table get incident ‹{{x}}›
        ! error: There is no variable {{x}}.
        ! hint: set x=VALUE gives it one; a line that ends in => x keeps an answer in it.
        > table list incident -q active=true^number=‹{{evil}}›
        ! error: The value of {{evil}} contains a ^, which would change what the query asks.
        ! hint: Choose a value without ^, or write that part of the query out.
        > table list incident -q ‹'›active=true
        ! error: This ' is never closed.

        """#

    @Test func everyErrorHasItsPosition() {
        let variables = ["inc": "INC1", "evil": "1^ORactive=false"]
        let printed = Transcript.typed(in: Self.lineErrors).map { line in
            let printed = lineError(about: line, variables: variables).split(separator: "\n").map { "! \($0)\n" }
            return ShellHarness.marked("> \(line)\n" + printed.joined())
        }.joined()
        expectEqual(printed, Self.lineErrors)
    }

    @Test func validLineHasNoError() {
        expectEqual(lineError(about: "set caller=abel.tuter limit=50"), "no complaint")
    }
}
