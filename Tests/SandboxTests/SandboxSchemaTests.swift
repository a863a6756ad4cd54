import Testing

@testable import Sandbox

struct SchemaTests {
    @Test func columnOrderCoversDeclaredColumns() {
        for table in Schema.standard.tables {
            let order = table.definition.order
            #expect(order.isEmpty || table.columns.map(\.name) == order, "\(table.name)")
            #expect(Set(table.columns.map(\.name)).count == table.columns.count, "\(table.name)")
            let declared = table.definition.columns.map(\.name)
            #expect(declared.allSatisfy { table[$0]?.owner == table.name }, "\(table.name)")
        }
    }

    /// As in recorded responses.
    @Test(arguments: [
        (
            "sys_user_delegate",
            """
            assignments sys_mod_count sys_updated_on sys_tags delegate sys_id sys_updated_by invitations \
            sys_created_on ends approvals starts user notifications sys_created_by
            """
        ),
        (
            "core_country",
            """
            analytics_consent_policy default_format_language iso3166_3 sys_mod_count iso3166_2 active un_numeric \
            sys_updated_on sys_tags population default_display_language sys_id sys_updated_by sys_created_on name iana \
            sys_created_by order
            """
        ),
    ])
    func columnsHaveHashMapOrder(table: String, order: String) {
        #expect(Schema.standard[table]?.columns.map(\.name).joined(separator: " ") == order)
    }

    @Test func dictionaryEntryNamesDefiningTable() {
        for entry in Schema.standard.entries {
            let definition = entry.definition
            #expect(entry.name == definition.name)
            #expect(entry.parent == definition.parent, "\(entry.name)")
        }
    }

    @Test func tableHasEveryColumnOfTheTableItExtends() {
        let schema = Schema.standard
        for table in schema.tables {
            guard let parent = table.definition.parent.flatMap({ schema[$0] }) else { continue }
            #expect(parent.columns.map(\.name).filter { table[$0] == nil } == [], "\(table.name)")
        }
    }

    @Test func columnsOfOneNameHaveOneType() {
        for table in Schema.standard.tables {
            for other in Schema.standard.tables where other.root == table.root {
                for column in table.columns {
                    guard let twin = other[column.name] else { continue }
                    #expect(twin.type.storage == column.type.storage, "\(table.name) and \(other.name): \(column.name)")
                }
            }
        }
    }

    @Test(arguments: [
        ("incident", 92), ("sys_user", 59), ("sys_user_group", 20), ("sys_user_grmember", 9), ("cmdb_ci_server", 112),
    ])
    func recordedTablesHaveAsManyColumnsAsRecorded(name: String, count: Int) {
        #expect(Schema.standard[name]?.columns.count == count)
    }

    @Test func childTableMayOverrideChoicesAndDefaults() {
        let schema = Schema.standard
        #expect(schema["incident"]?["state"]?.choiceLabel(of: "6") == "Resolved")
        #expect(schema["task"]?["state"]?.choiceLabel(of: "6") == nil)
        #expect(schema["problem"]?["state"]?.defaultValue == "101")
        #expect(schema["incident"]?["sys_class_name"]?.defaultValue == "incident")
        #expect(
            schema["task"]?.classNames == [
                "task", "incident", "problem", "change_request", "sc_task", "change_task", "problem_task",
                "incident_task", "sc_request", "sc_req_item", "ticket", "sysapproval_group", "vtb_task",
            ])
    }

    @Test func choicesAndIndexesReferToColumns() {
        for table in Schema.standard.tables {
            for name in table.definition.choices.keys { #expect(table[name] != nil, "\(table.name).\(name)") }
            let stored = Set(StorageLayout.columns(of: table.root, in: .standard).map(\.name))
            for name in table.definition.indexed { #expect(stored.contains(name), "\(table.name).\(name)") }
            for column in table.columns {
                #expect(Set(column.choices.map(\.value)).count == column.choices.count, "\(table.name).\(column.name)")
            }
        }
    }
}
