import Testing

/// What `graphql from` cannot write.
extension Transcripts {
    static let graphQLMistakes = [
        Transcript(
            "What cannot be written says so",
            #"""
            > graphql from
            ! error: graphql from needs TABLE-COMMAND.
            !   graphql from
            !               ^
            ! hint: Usage: graphql from TABLE-COMMAND…
            ? exit 2
            > graphql from table
            ! error: table needs a second word: list, get, create, update, delete, count, explain, describe or names.
            !   graphql from table
            !                ^^^^^
            ! hint: help table
            ? exit 2
            > graphql from table list
            ! error: table list needs TABLE.
            !   graphql from table list
            !                          ^
            ! hint: Usage: table list TABLE [-q QUERY] [--strict-query | --raw-query] [-f FIELDS | --view VIEW] [-n NUMBER | --all] [--offset NUMBER] [--order FIELDS] [--display value|display|both]
            ? exit 2
            > graphql from table lst incident
            ! error: There is no command table lst.
            !   graphql from table lst incident
            !                      ^^^
            ! hint: Did you mean table list?
            ? exit 2
            > graphql from table list incident --limt 3
            ! error: table list has no flag --limt.
            !   graphql from table list incident --limt 3
            !                                    ^^^^^^
            ! hint: Did you mean --limit?
            ? exit 2
            > graphql from table list incdent
            ! error: There is no table incdent on sandbox.
            !   graphql from table list incdent
            !                           ^^^^^^^
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            > graphql from table list incdent -f number --format json
            {
              GlideRecord_Query {
                incdent(pagination: {limit: 20}) {
                  _rowCount
                  _results {
                    number { value displayValue }
                  }
                }
              }
            }
            > graphql from table get incdent 'Abel Tuter'
            ! error: There is no table incdent on sandbox.
            !   graphql from table get incdent 'Abel Tuter'
            !                          ^^^^^^^
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            > graphql from table describe incident
            ! error: There is no document that does what table describe does.
            !   graphql from table describe incident
            !                ^^^^^^^^^^^^^^
            ! hint: graphql from knows table list, table get, table create, table update, table delete and table count.
            ? exit 2
            > graphql from whoami
            ! error: There is no document that does what whoami does.
            !   graphql from whoami
            !                ^^^^^^
            ! hint: graphql from knows table list, table get, table create, table update, table delete and table count.
            ? exit 2
            > graphql from table list incident --view mobile
            ! error: GraphQL knows no views; -f names the fields.
            !   graphql from table list incident --view mobile
            !                                           ^^^^^^
            ! hint: -f FIELDS in the place of --view
            ? exit 2
            > graphql from table list incident -h
            ! error: Ask for help separately.
            !   graphql from table list incident -h
            !                                    ^^
            ! hint: help table list
            ! hint: help graphql from
            ? exit 2
            > graphql from -h
            graphql from: Convert a table command to a GraphQL document.

              graphql from TABLE-COMMAND…

              graphql from table list incident -q active=true -f number,caller_id.name -n 5
                  the document that lists five active incidents with their callers
              graphql from table get incident INC0010021
                  the document that asks for one incident
              graphql from table update incident INC0010021 state="On Hold"
                  the mutation that puts an incident on hold; nothing is changed

            Type the table command as usual, with its flags; it is not run. Conditions and
            --order become queryConditions, -n and --offset become pagination, and a
            dot-walk goes through _reference. Labels and names become stored values.

            Without -f the document selects the default columns of the table, or every
            column with a data format. Paste it behind graphql to run it.

              TABLE-COMMAND  A table list, get, count, create, update or delete
            """#)
    ]
}
