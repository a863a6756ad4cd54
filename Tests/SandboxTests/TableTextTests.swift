import Database
import Foundation
import Notation
import Testing

@testable import Sandbox

/// The texts in `Sources/C/CSandboxTables/tables`.
struct TableTextTests {
    @Test func everyTextIsParsed() {
        let errors = TableTexts.entries.compactMap(\.section).flatMap { TableReader.read($0).errors }
        #expect(errors.map(\.description) == [])
        #expect(TableTexts.entries.count == 170)
        #expect(TableTexts.collisions.count > 200 && TableTexts.collisions["applied_date"] == 0)
    }

    @Test func everyFileIsCompiledIn() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/C/CSandboxTables/tables")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(TableFile.all().map(\.name)) == Set(files))
        #expect(TableFile.all().count == files.count)
    }

    @Test(arguments: [
        ("column a:strange", "a has no type 'strange'"), ("column a(x)", "a has no length"),
        ("column a b", "nothing is known of ' b'"), ("column a | b | c | d", "too many cells"),
        ("colum a", "unknown word 'colum'"), ("choose a nosuch", "choose COLUMN LIST"),
        ("choice a | b", "choice COLUMN | VALUE | LABEL"), ("default a", "default COLUMN | VALUE"),
        ("allow anything | itil |", "allow OPERATION | ROLES | QUERY"),
        ("column a\ncolumn a", "two columns a"), ("index a\n  b", "only 'order'"),
    ])
    func brokenTextNamesFileLineAndReason(text: String, reason: String) {
        let reader = TableReader.read("table t | T | Ts\n# a comment\n" + text, file: "t.table") { 5 }
        #expect(reader.errors.count == 1)
        let line = 5 + 1 + text.split(separator: "\n").count
        #expect(reader.errors.first?.description.hasPrefix("t.table:\(line): ") == true, "\(reader.errors)")
        #expect(reader.errors.first?.reason.contains(reason) == true, "\(reader.errors)")
        #expect(reader.definition.label == "T")
    }

    @Test func tableTextIsComplete() {
        let table = TableReader.read(
            """
            table t < task | One | Several
            display name
            prefix TT 300
            without sys_tags
            ordered sys_id
            index name user
            unique name
            column name(80)=no\\pname | What it is called | mandatory audit=true
            column user>sys_user
            column users>>sys_user!
            column type>sys_glide_object@name
            column count:integer=3
            choice name | a b | A | B
            choice name | a b | A\\sB
            default state | 2
            order name
              user
            allow read | itil admin | active=true
            guard update | itil | name
            closed admin
            """, file: "t"
        ) { 1 }.definition
        #expect((table.name, table.parent, table.label, table.plural) == ("t", "task", "One", "Several"))
        #expect(table.columns.map(\.name) == ["name", "user", "users", "type", "count"])
        let name = table.columns[0]
        #expect(name.length == 80 && name.defaultValue == "no|name" && name.label == "What it is called")
        #expect(name.attributes == ["mandatory": "true", "audit": "true"])
        #expect(table.columns[2].type == .list && table.columns[2].isReadOnly)
        #expect(table.columns[3].referenceKey == "name")
        #expect(table.choices["name"]?.map(\.label) == ["A B"])
        #expect(table.defaults == ["state": "2"] && table.order == ["name", "user"])
        #expect(table.access.rules.first?.roles == ["itil", "admin"] && table.access.requiredRoles == ["admin"])
        #expect(table.access.columnRules.first?.columns == ["name"])
        #expect(table.numberPrefix == "TT" && table.lastNumber == 300 && table.missingColumns == ["sys_tags"])
        #expect(table.unique == [["name"]] && table.ordering == .sysID)
    }

    @Test func rowsMatchColumns() throws {
        let store = try RecordStore(schema: .standard, options: SandboxOptions(clock: FixedClock()))
        try store.fill(Set(store.schema.names))
        #expect(Set(SeedRecords.sections.keys).isSubset(of: store.schema.names))
        for (name, sections) in SeedRecords.sections {
            let table = try #require(store.schema[name])
            var identifiers: [String] = []
            for section in sections {
                let columns = section.heading.dropFirst(2)
                #expect(columns.allSatisfy { table[$0] != nil }, "\(name) \(columns)")
                for line in section.text.split(separator: "\n") where line.hasPrefix(" ") {
                    let cells = TableCells.read(line)
                    #expect(cells.count == columns.count, "\(name): \(line)")
                    identifiers.append(
                        SeedRecords.identifier(of: cells[0], in: name, isGiven: columns.first == "sys_id"))
                }
            }
            let list = JSON.array(identifiers.map(JSON.string)).compact
            let sql = "SELECT count(*) FROM \(table.storage) WHERE \"sys_id\" IN (SELECT value FROM json_each(?))"
            let found = try store.connection.row(sql, [.text(list)]) { Int($0.integer(0)) }
            #expect(found == identifiers.count && Set(identifiers).count == identifiers.count, "\(name)")
        }
    }

    @Test(arguments: [
        ("a | b", ["a", "b"]), (" a\\pb |", ["a|b", ""]), ("\\sa\\nb\\\\n\\s", [" a\nb\\n "]),
        ("\\ta\\r", ["\ta\r"]),
    ])
    func cellsAreUnescaped(line: String, cells: [String]) { #expect(TableCells.read(line) == cells) }
}
