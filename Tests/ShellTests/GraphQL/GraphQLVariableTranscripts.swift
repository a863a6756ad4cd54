import Testing

/// Variables and operation names of `graphql`, valid and invalid.
extension Transcripts {
    static let graphQLVariables = [
        Transcript(
            "Variables come from the line, from files and as JSON",
            files: [
                "query.txt": "number=INC0010021", "vars.json": #"{"q": "number=INC0010021", "n": 1}"#,
                "ask.graphql":
                    "# a question\nquery Q($q: String!, $n: Int) {\n  GlideRecord_Query {\n    incident(queryConditions: $q, pagination: {limit: $n}) { _results { number { value } } }\n  }\n}\n",
            ],
            #"""
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=number=INC0010021 --var n=1
            number
            INC0010021
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=@query.txt --vars {"n": 1}
            number
            INC0010021
            > graphql @ask.graphql --vars @vars.json --operation Q
            number
            INC0010021
            """#),
        Transcript(
            "What is wrong with a variable or an operation stands under it, and nothing is sent",
            files: ["broken.graphql": "{\n  a {\n", "types.graphql": "type A { b: Int }\n"],
            #"""
            > graphql query Q(‹$q›: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var n=1
            ! error: $q needs a value: it is declared String!.
            ! hint: --var q=VALUE
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var n=‹many›
            ! error: The value of $n is not a 32-bit integer; it is declared Int.
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var b=‹yes›
            ! error: The value of $b is neither true nor false; it is declared Boolean.
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var ‹m›=1
            ! error: The document declares no variable $m.
            ! hint: Did you mean $b, $n or $q?
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var ‹query›=1
            ! error: The document declares no variable $query.
            ! hint: The document declares $q, $n and $b.
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var ‹q›=y
            ! error: $q is given twice.
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var ‹q›
            ! error: This is not of the form NAME=VALUE.
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --vars {"q": ‹1›}
            ! error: The value of $q is not text; it is declared String!.
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --vars {"q": "x" ‹"›n": 1}
            ! error: This is not valid JSON: expected ',' or '}' at line 1, column 11.
            ! hint: --vars {"name": "value"}
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --vars ‹[1]›
            ! error: Values of variables are one JSON object.
            ! hint: --vars {"name": "value"}
            ? exit 2
            > graphql { a } --var ‹x›=1
            ! error: The document declares no variable $x.
            ! hint: query NAME($x: String) { … } would declare it.
            ? exit 2
            > graphql query A { a } query B { b } --operation ‹BB›
            ! error: The document has no operation BB.
            ! hint: Did you mean B?
            ? exit 2
            > graphql query A { a } query ‹A› { b }
            ! error: There are two operations A.
            ? exit 2
            > graphql fragment ‹F› on T { a }
            ! error: The document contains only fragments, so there is nothing to run.
            ! hint: { … ...F … } in front of it uses it.
            ? exit 2
            > graphql ‹s›ubscription { a }
            ! error: Instances do not support subscriptions.
            ? exit 2
            > graphql { a(b: ‹)› }
            ! error: The document cannot be read: expected a value, found ).
            ? exit 2
            > graphql ‹descrbe›
            ! error: The document cannot be read: expected a query, a mutation or a fragment, found descrbe.
            ! hint: Did you mean graphql describe?
            ? exit 2
            > graphql @broken.graphql
            ! broken.graphql:2: error: The document cannot be read: expected a field, found the end.
            !     a {‹›
            ? exit 2
            > graphql @types.graphql
            ! types.graphql:1: error: The document cannot be read: expected a query, a mutation or a fragment, found type.
            !   ‹type› A { b: Int }
            ? exit 2
            > graphql query Q($p: Glide_PaginationInputType) { GlideRecord_Query { incident(pagination: $p) { _rowCount } } } --var p=‹{"limit":"x"}›
            ! error: limit in the value of $p is not a 32-bit integer; it is declared Glide_PaginationInputType.
            ? exit 2
            """#),
    ]
}
