import Testing

/// Documents that `graphql from` writes for lists.
extension Transcripts {
    static let graphQLLists = [
        Transcript(
            "A list becomes conditions, a page and nested references",
            #"""
            > graphql from table list incident -q active=true^priority=1 --order -opened_at,number -f number,caller_id.email,priority,caller_id.department.name,caller_id -n 3 --offset 2
            {
              GlideRecord_Query {
                incident(
                  queryConditions: "active=true^priority=1^ORDERBYDESCopened_at^ORDERBYnumber"
                  pagination: {limit: 3, offset: 2}
                ) {
                  _rowCount
                  _results {
                    number { value displayValue }
                    caller_id {
                      value
                      displayValue
                      _reference {
                        email { value displayValue }
                        department {
                          _reference {
                            name { value displayValue }
                          }
                        }
                      }
                    }
                    priority { value displayValue }
                  }
                }
              }
            }
            > graphql from table list incident
            {
              GlideRecord_Query {
                incident(pagination: {limit: 20}) {
                  _rowCount
                  _results {
                    number { value displayValue }
                    short_description { value displayValue }
                    priority { value displayValue }
                    state { value displayValue }
                    assigned_to { value displayValue }
                  }
                }
              }
            }
            > graphql from table list incident -q short_descriptionLIKE"quoted" -f number --display value -n 0
            {
              GlideRecord_Query {
                incident(
                  queryConditions: "short_descriptionLIKEquoted"
                  pagination: {limit: 0}
                ) {
                  _rowCount
                  _results {
                    number { value }
                  }
                }
              }
            }
            > graphql from table list incident --all -f number
            {
              GlideRecord_Query {
                incident {
                  _rowCount
                  _results {
                    number { value displayValue }
                  }
                }
              }
            }
            ! graphql --all with this document fetches every record.
            """#)
    ]
}
