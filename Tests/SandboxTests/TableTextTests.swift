import Database
import Foundation
import Testing

@testable import Sandbox

/// The texts in `Sources/CSandboxTables/tables`.
struct TableTextTests {
    @Test func everyTextIsRead() {
        let errors = TableTexts.entries.compactMap(\.section).flatMap { TableReader.read($0).errors }
        #expect(errors.map(\.description) == [])
        #expect(TableTexts.entries.count == 170)
    }

    @Test func everyFileIsCompiledIn() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/CSandboxTables/tables")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(TableFile.all.map(\.name)) == Set(files))
        #expect(TableFile.all.count == files.count)
    }

    @Test(arguments: [
        ("column a:strange", "a has no type 'strange'"), ("column a(x)", "a has no length"),
        ("column a b", "nothing is known of ' b'"), ("column a | b | c | d", "too many cells"),
        ("colum a", "unknown word 'colum'"), ("choose a nosuch", "choose COLUMN LIST"),
        ("choice a | b", "choice COLUMN | VALUE | LABEL"), ("default a", "default COLUMN | VALUE"),
        ("allow anything | itil |", "allow OPERATION | ROLES | QUERY"), ("rows a b\n  1", "2 columns has 1 cells"),
        ("column a\ncolumn a", "two columns a"), ("index a\n  b", "'order' and 'rows'"),
    ])
    func aBrokenTextNamesFileLineAndReason(text: String, reason: String) {
        let reader = TableReader.read("table t | T | Ts\n# a comment\n" + text, file: "t.table") { 5 }
        #expect(reader.errors.count == 1)
        let line = 5 + 1 + text.split(separator: "\n").count
        #expect(reader.errors.first?.description.hasPrefix("t.table:\(line): ") == true, "\(reader.errors)")
        #expect(reader.errors.first?.reason.contains(reason) == true, "\(reader.errors)")
        #expect(reader.definition.label == "T")
    }

    @Test func aTextSaysEverythingOfATable() {
        let table = TableReader.read(
            """
            table t < task | One | Several
            display name
            prefix TT
            ordered sys_id
            index name user
            unique name
            column name(80)=no\\pname | What it is called | mandatory audit=true
            column user>sys_user
            column users>>sys_user!
            column type>sys_glide_object@name
            later count:integer=3
            choice name | a b | A | B
            choice name | a b | A\\sB
            default state | 2
            order name
              user
            allow read | itil admin | active=true
            guard update | itil | name
            closed admin
            rows name user
              x | @sys_user:abel
            """, file: "t"
        ) { 1 }.definition
        #expect((table.name, table.parent, table.label, table.plural) == ("t", "task", "One", "Several"))
        #expect(table.columns.map(\.name) == ["name", "user", "users", "type", "count"])
        let name = table.columns[0]
        #expect(name.length == 80 && name.defaultValue == "no|name" && name.label == "What it is called")
        #expect(name.attributes == ["mandatory": "true", "audit": "true"])
        #expect(table.columns[2].type == .list && table.columns[2].isReadOnly)
        #expect(table.columns[3].referenceKey == "name" && table.later == ["count"])
        #expect(table.choices["name"]?.map(\.label) == ["A B"])
        #expect(table.defaults == ["state": "2"] && table.wireOrder == ["name", "user"])
        #expect(table.access.rules.first?.roles == ["itil", "admin"] && table.access.closedToAllBut == ["admin"])
        #expect(table.access.columnRules.first?.columns == ["name"])
        #expect(table.rows.first?.cells == [["x", "@sys_user:abel"]])
        #expect(table.unique == [["name"]] && table.ordering == .sysID)
    }

    @Test func everyRowOfATextIsARecordWithCellsOfItsColumns() throws {
        let store = try RecordStore(schema: .standard, options: SandboxOptions(clock: FixedClock()))
        try store.fill(Set(store.schema.names))
        for table in store.schema.tables {
            for block in table.definition.rows {
                for name in block.columns { #expect(table[name] != nil, "\(table.name).\(name)") }
                for cells in block.cells {
                    let sysID = block.columns[0] == "sys_id" ? cells[0] : SeedIdentity.named(table.name, cells[0])
                    #expect(try store.record(sysID, in: table) != nil, "\(table.name) \(cells)")
                }
            }
        }
    }
}
