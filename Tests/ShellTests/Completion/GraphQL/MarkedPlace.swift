/// A marked place (`‸`) of a document, and its completion on the sandbox.
struct MarkedPlace: Sendable {
    let document: String
    /// The text that a candidate replaces.
    let replaced: String
    /// The first candidates.
    let candidates: [String]
    /// The number of candidates.
    let count: Int

    init(_ document: String, _ replaced: String, _ candidates: [String], of count: Int? = nil) {
        self.document = document
        self.replaced = replaced
        self.candidates = candidates
        self.count = count ?? candidates.count
    }

    static let all: [MarkedPlace] = [
        .init("quer‸", "quer", ["query"]),
        .init("{ ‸ }", "", ["GlideRecord_Query", "GlideAggregateRecord_Query", "__typename"]),
        .init("mutation { ‸ }", "", ["GlideRecord_Mutation", "__typename"]),
        .init("{ GlideRecord_Query { incid‸ } }", "incid", ["incident", "incident_task"]),
        .init("{ GlideRecord_Query { ‸ } }", "", ["alm_asset", "alm_hardware", "api_key"], of: 171),
        .init(
            "{ GlideRecord_Query { open: incident { _rowCount } inciden‸ } }", "inciden",
            ["incident", "incident_task"]),
        .init("{ GlideRecord_Query { incident { ‸ } } }", "", ["_results", "_rowCount", "_table_metadata"], of: 6),
        .init(
            "{ GlideRecord_Query { incident { _rowCount _table_metadata { can‸ } } } }", "can",
            ["canWrite", "canCreate", "canRead", "canDelete"]),
        .init(
            "{ GlideRecord_Query { incident { _results { ‸ } } } }", "",
            ["active", "activity_due", "additional_assignee_list"], of: 95),
        .init(
            "{ GlideRecord_Query { incident { _results { sys_id { value } number { value } s‸ short_description { value } } } } }",
            "s",
            ["service_offering", "severity", "sla_due"], of: 14),
        .init(
            "{ GlideRecord_Query { incident { _results { number { ‸ } } } } }", "",
            ["value", "displayValue", "hasValue"], of: 21),
        .init("{ GlideRecord_Query { incident { _results { priority { _‸ } } } } }", "_", ["_choices", "__typename"]),
        .init(
            "{ GlideRecord_Query { incident { _results { priority { _choices { ‸ } } } } } }", "",
            ["displayValue", "value", "__typename"]),
        .init(
            "{ GlideRecord_Query { incident { _results { caller_id { value displayValue ‸ } } } } }", "",
            ["_reference", "hasValue", "isArray"], of: 20),
        .init(
            "{ GlideRecord_Query { incident { _results { caller_id { _reference { department { _reference { ‸ } } } } } } } }",
            "",
            ["business_unit", "company", "cost_center"], of: 20),
        .init(
            "{ GlideRecord_Query { incident { _results { _row_data { ‸ } } } } }", "",
            ["displayValue", "uniqueValue", "canDelete"], of: 5),
        .init(
            "{ GlideRecord_Query { incident(‸) { _rowCount } } }", "",
            ["sys_id: ", "queryConditions: ", "omitCount: ", "pagination: "]),
        .init(
            #"{ GlideRecord_Query { incident(queryConditions: "active=true", pag‸) { _rowCount } } }"#, "pag",
            ["pagination: "]),
        .init("{ GlideRecord_Query { incident(pagination: ‸) { _rowCount } } }", "", ["{"]),
        .init("{ GlideRecord_Query { incident(pagination: { limit: 10, ‸ }) { _rowCount } } }", "", ["offset: "]),
        .init("{ GlideRecord_Query { incident(omitCount: ‸) { _rowCount } } }", "", ["true", "false"]),
        .init("{ GlideRecord_Query { incident(queryConditions: ‸) { _rowCount } } }", "", [#"""#]),
        .init(
            #"{ GlideRecord_Query { incident(queryConditions: "active=true^caller_id.dep‸") { _rowCount } } }"#,
            "caller_id.dep",
            ["caller_id.department"]),
        .init(
            #"{ GlideRecord_Query { incident(queryConditions: "active=true^urgency=‸") { _rowCount } } }"#, "",
            ["1", "2", "3"]),
        .init(
            #"{ GlideRecord_Query { kb_knowledge(queryConditions: "active=true^ORDERBYDESCpub‸" pagination: { limit: 10, offset: 0 }) { _results { sys_id { value } } } } }"#,
            "pub",
            ["published"]),
        .init(
            "query ($q: String, $n: Int, $all: Boolean!) { GlideRecord_Query { incident(queryConditions: $‸) { _rowCount } } }",
            "$",
            ["$q"]),
        .init(
            "query ($q: String, $n: Int, $all: Boolean!) { GlideRecord_Query { incident(pagination: { limit: ‸ }) { _rowCount } } }",
            "",
            ["$n"]),
        .init(
            "query ($q: String, $n: Int, $all: Boolean!) { GlideRecord_Query { incident { _rowCount @skip(if: ‸) } } }",
            "",
            ["$all", "true", "false"]),
        .init(
            "query ($‸) { GlideRecord_Query { incident(queryConditions: $q, pagination: $page) { _rowCount } } }", "$",
            ["$q: ", "$page: "]),
        .init(
            "query ($page: ‸) { GlideRecord_Query { incident(queryConditions: $q, pagination: $page) { _rowCount } } }",
            "",
            ["Glide_PaginationInputType", "String", "Int"], of: 7),
        .init(
            #"query ($q: String = "pri‸") { GlideRecord_Query { incident(queryConditions: $q) { _rowCount } } }"#,
            "pri",
            ["priority"]),
        .init("{ GlideRecord_Query { incident { _rowCount @‸ } } }", "@", ["@include", "@skip", "@defer"]),
        .init("{ GlideRecord_Query { incident { _rowCount @include(‸) } } }", "", ["if: "]),
        .init(
            "{ GlideRecord_Query { incident { _results { ...‸ } } } } fragment Row on GlideRecord_TableResultsType_incident { number { value } } fragment Other on GlideRecord_RowDataType { uniqueValue }",
            "",
            ["Row", "on"]),
        .init(
            "{ GlideRecord_Query { incident { _results { ... on ‸ } } } }", "",
            ["GlideRecord_TableResultsType_incident"]),
        .init(
            "{ GlideRecord_Query { incident { _results { ...Row } } } } fragment Row on ‸", "",
            ["GlideRecord_TableResultsType_incident", "GlideRecord_TableResultsType_", "GlideRecord_TableType_"]),
        .init(
            "{ GlideRecord_Query { incident { _results { ...Row } } } } fragment Row on GlideRecord_TableResultsType_incid‸",
            "GlideRecord_TableResultsType_incid",
            ["GlideRecord_TableResultsType_incident", "GlideRecord_TableResultsType_incident_task"]),
        .init(
            "{ GlideRecord_Query { incident { _results { ...Row } } } } fragment Row on GlideRecord_TableResultsType_incident { caller_id { _reference { man‸ } } }",
            "man",
            ["manager"]),
        .init("mutation { GlideRecord_Mutation { ‸ } }", "", ["insert_", "update_", "delete_"]),
        .init(
            "mutation { GlideRecord_Mutation { update_inc‸ } }", "update_inc",
            ["update_incident", "update_incident_task"]),
        .init(
            "mutation { GlideRecord_Mutation { insert_incident(short_d‸) { number { value } } } }", "short_d",
            ["short_description: "]),
        .init(
            #"mutation { GlideRecord_Mutation { update_incident(state: "‸") { number { value } } } }"#, "",
            ["1", "2", "3"], of: 6),
        .init(
            "mutation { GlideRecord_Mutation { update_incident(state: ‸) { number { value } } } }", "",
            [#""1""#, #""2""#, #""3""#], of: 6),
        .init(
            #"mutation { GlideRecord_Mutation { update_incident(sys_id: "x", state: "2") { ‸ } } }"#, "",
            ["active", "activity_due", "additional_assignee_list"], of: 98),
        .init(
            #"mutation { GlideRecord_Mutation { insert_incident(caller_id: "nglin‸") { sys_id } } }"#, "nglin",
            ["46d44a23a9fe19810012d100cca80666"]),
        .init(
            #"{ GlideRecord_Query { incident(queryConditions: "active=true^caller_id=beth.a‸") { _rowCount } } }"#,
            "beth.a", ["46d44a23a9fe19810012d100cca80666"]),
        .init("mutation { GlideRecord_Mutation { delete_incident(‸) { sys_id } } }", "", ["sys_id: "]),
        .init(
            #"mutation { GlideRecord_Mutation { delete_incident(sys_id: "x") { ‸ } } }"#, "",
            ["modified_count", "sys_id", "__typename"]),
        .init(
            "{ GlideAggregateRecord_Query(‸) { totalCount } }", "",
            ["tableName: ", "queryConditions: ", "groupBy: "], of: 8),
        .init(
            #"{ GlideAggregateRecord_Query(tableName: "incident_t‸") { totalCount } }"#, "incident_t",
            ["incident_task"]),
        .init(
            #"{ GlideAggregateRecord_Query(tableName: "incident", queryConditions: "prio‸") { totalCount } }"#, "prio",
            ["priority"]),
        .init(
            #"{ GlideAggregateRecord_Query(tableName: "incident", groupBy: ["urg‸"]) { totalCount } }"#, "urg",
            ["urgency"]),
        .init(
            #"{ GlideAggregateRecord_Query(tableName: "incident") { aggregates { ‸ } } }"#, "",
            ["groupBy", "avg", "count"], of: 8),
        .init(
            #"{ GlideAggregateRecord_Query(tableName: "incident") { aggregates { avg(field: "reas‸") groupBy { field } } } }"#,
            "reas",
            ["reassignment_count"]),
        .init(
            #"query ($t: String = "incident") { GlideAggregateRecord_Query(tableName: $t) { aggregates { max(field: "opened_‸") } } }"#,
            "opened_",
            ["opened_at", "opened_by"]),
        .init("{ __sch‸ }", "__sch", ["__schema"]),
        // The document of the mobile SDK's documentation, on several lines.
        .init(
            """
            {
              GlideRecord_Query {
                kb_knowledge(queryConditions: "active=true^ORDERBYpublishedDESC" pagination: { limit: 10, offset: 0 }) {
                  _results {
                    sys_id {
                      value
                    }, number {
                      dis‸
                    }, short_description {
                      displayValue
                    }
            """, "dis", ["displayValue"]),
        .init(
            """
            {
              GlideRecord_Query {
                kb_knowledge(queryConditions: "active=true^ORDERBYpublishedDESC" pagination: { limit: 10, offset: 0 }) {
                  _results {
                    sys_id { value }, auth‸
                    published { displayValue }
                  }
                }
              }
            }
            """, "auth", ["author"]),
        // Flags after a document know the types of its variables.
        .init(
            "query ($q: String) { GlideRecord_Query { incident(queryConditions: $q) { _rowCount } } } --var q=urgency=‸",
            "",
            ["1", "2", "3"]),
        .init(
            "query ($t: String!) { GlideAggregateRecord_Query(tableName: $t, groupBy: \"urg‸\") { totalCount } } --var t=incident",
            "", []),
        .init(
            "mutation ($s: String) { GlideRecord_Mutation { update_incident(state: $s) { sys_id { value } } } } --var s=Res‸",
            "Res", ["6"]),
    ]
}
