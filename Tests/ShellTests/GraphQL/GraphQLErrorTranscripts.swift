import Testing

/// What `graphql from` cannot write.
extension Transcripts {
    static let graphQLErrors = [
        Transcript(
            "What cannot be written says so",
            #"""
            > graphql from table list‹›
            ! error: table list needs TABLE.
            ! hint: Usage: table list TABLE [-q QUERY] [--strict-query | --raw-query] [-f FIELDS | --view VIEW] [-n NUMBER | --all] [--offset NUMBER] [--order FIELDS] [--display value|display|both]
            ? exit 2
            > graphql from table list ‹incdent›
            ! error: There is no table incdent on sandbox.
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
            > graphql from ‹table describe› incident
            ! error: table describe has no equivalent in GraphQL.
            ! hint: graphql from converts table list, table get, table create, table update, table delete and table count.
            ? exit 2
            > graphql from table list incident --view ‹mobile›
            ! error: GraphQL has no views.
            ! hint: Use -f FIELDS instead of --view.
            ? exit 2
            > graphql from table list incident ‹-h›
            ! error: Ask for help separately.
            ! hint 1: help table list
            ! hint 2: help graphql from
            ? exit 2
            """#)
    ]
}
