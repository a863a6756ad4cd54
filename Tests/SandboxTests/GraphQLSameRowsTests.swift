import ExchangeModel
import Notation
import TestSupport
import Testing

/// The Table API and GraphQL give the same records to the same questions.
struct GraphQLSameRowsTests {
    private static let conditions = [
        "active=true", "priority<=3", "stateIN1,2,3", "short_descriptionLIKEe", "caller_id.nameSTARTSWITHA",
        "assignment_group.manager.nameISNOTEMPTY", "assigned_toISEMPTY", "opened_atONLast year@x", "number>INC0010100",
        "nosuch=1", "caller_id=javascript:gs.getUserID()", "impact=1^ORurgency=1", "assignment_groupDYNAMICx",
        "caller_id.department.nameNOT LIKEx", "123TEXTQUERY321=mail", "sys_updated_on>2024-06-01 00:00:00",
    ]
    private static let orders = [
        "", "ORDERBYnumber", "ORDERBYDESCpriority", "ORDERBYcaller_id^ORDERBYDESCnumber",
        "ORDERBYassignment_group.name",
    ]
    private static let tables = ["incident", "task", "incident", "problem"]
    private static let walks = ["caller_id", "assignment_group", "assigned_to", "opened_by"]

    @Test(arguments: ["john.doe:password", "abel.tuter:password", "joe.employee:password"])
    func bothGiveTheSame(user: String) throws {
        let visit = try Visit(user)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let table = random.pick(Self.tables)
            var parts = (0..<(1 + random.below(3))).map { _ in random.pick(Self.conditions) }
            if random.below(4) == 0 { parts.insert("NQ" + random.pick(Self.conditions), at: 1) }
            parts.append(random.pick(Self.orders))
            let query = parts.filter { !$0.isEmpty }.joined(separator: "^")
            let (limit, offset) = (random.below(30), random.pick([0, 0, 3, 50]))
            let walk = random.pick(table == "incident" ? Self.walks : Array(Self.walks.dropFirst()))
            let columns = ["sys_id", "number", "state", "short_description", "opened_at", walk, walk + ".name"]
            let list = try visit.ask(
                .get,
                """
                /api/now/table/\(table)?sysparm_query=\(PercentCoding.encode(query))&sysparm_limit=\(limit)\
                &sysparm_offset=\(offset)&sysparm_display_value=all&sysparm_fields=\(columns.joined(separator: ","))
                """)
            let answer = try visit.graphQL(
                """
                query ($q: String) { GlideRecord_Query { \(table)(queryConditions: $q, pagination: {limit: \(limit), offset: \(offset)}) {
                  _rowCount _results { sys_id { ...V } number { ...V } state { value displayValue }
                    short_description { ...V } opened_at { ...V }
                    \(walk) { value displayValue _reference { name { value displayValue } } } } } } }
                fragment V on GlideRecord_FieldType_String { value displayValue }
                """.replacing("sys_id { ...V }", with: "sys_id { value displayValue }"),
                variables: ["q": .string(query)])
            let found = try JSON(JSONDocument(answer).root)["data"]?["GlideRecord_Query"]?[table]
            guard list.status == 200 else {
                #expect(found == .null && answer.contains("Exception encountered processing path: /GlideRecord_Query/"))
                continue
            }
            #expect(found?["_rowCount"]?.scalarText == list.headers["X-Total-Count"], "\(query)")
            let rows = Visit.elements(found?["_results"] ?? .null)
            let expected = Visit.elements(list.json["result"] ?? .null)
            #expect(rows.count == expected.count, "\(query)")
            for (row, record) in zip(rows, expected) {
                for column in columns {
                    let steps = column.split(separator: ".").map(String.init)
                    let cell = steps.count == 1 ? row[column] : row[steps[0]]?["_reference"]?[steps[1]]
                    #expect(
                        cell?["value"]?.scalarText ?? "" == record[column]?["value"]?.scalarText, "\(query) \(column)")
                    #expect(
                        cell?["displayValue"]?.scalarText ?? "" == record[column]?["display_value"]?.scalarText,
                        "\(query) \(column)")
                }
            }
        }
    }
}
