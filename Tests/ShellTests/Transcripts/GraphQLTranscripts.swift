import Testing

/// What `graphql` says.
extension Transcripts {
    static let graphQL = [
        Transcript(
            "Records are a table",
            #"""
            > graphql { GlideRecord_Query { kb_knowledge(queryConditions: "active=true^ORDERBYpublishedDESC" pagination: { limit: 10, offset: 0 }) { _results { sys_id { value }, number { displayValue }, short_description { displayValue }, author { displayValue } published { displayValue } } } } }
            > graphql { GlideRecord_Query { incident(pagination: {limit: 3}) { _rowCount _results { number { value } priority { value displayValue _choices { value displayValue } } caller_id { displayValue _reference { email { value } department { displayValue } } } _row_data { displayValue } } } } } => n = .GlideRecord_Query.incident._rowCount
            > graphql { GlideRecord_Query { incident(pagination: {limit: 3}) { _rowCount _results { number { value } priority { value displayValue label } } } } } --format csv
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _rowCount _results { n: number { value } priority { value displayValue label } } } } } --format json
            > graphql query Q($q: String, $n: Int) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount _results { number { value } } } problem(pagination: {limit: 1}) { _results { number { value } short_description { value } } } } } --var q=priority=1 --var n=2
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { number { value } nope { value } } } } }
            """#),
        Transcript(
            "Several operations",
            #"""
            > graphql query A { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { number { value } } } } } query B { GlideRecord_Query { problem(pagination: {limit: 1}) { _results { number { value } } } } }
            > graphql query A { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { number { value } } } } } query B { GlideRecord_Query { problem(pagination: {limit: 1}) { _results { number { value } } } } } --operation B
            > graphql query A { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { number { value } } } } } query B { GlideRecord_Query { problem(pagination: {limit: 1}) { _results { number { value } } } } } --operation C
            > graphql mutation M($d: String) { GlideRecord_Mutation { insert_incident(short_description: $d) { number { value } } delete_incident(sys_id: "x") { sys_id } } } --plan --var d='Printer on fire'
            """#),
    ]
}
