import Testing
@testable import Rendering

@Suite struct ColumnsReaderTests {
    private static let names = ["number", "note", "state"]

    @Test(arguments: [nil, 24]) func `cells are read as they were written`(width: Int?) async throws {
        let rows = nasty.map { ["INC1", $0.value, "New"] } + [["INC2", "x", ""], ["", "", "Closed"]]
        for row in rows {
            let shown = try await text(table(Self.names, [row]), .columns, RenderOptions(width: width))
            guard let found = ColumnsReader.read(shown) else {
                // Blanks in a cell may also separate cells.
                #expect(row[1].contains("  ") || row[1].hasPrefix(" "), "\(shown)")
                continue
            }
            #expect(found.rows.count == 1 && found.rows[0].count == found.names.count)
            if width == nil {
                #expect(found.names == Self.names)
                #expect(found.rows[0][0] == row[0] && found.rows[0][2] == row[2], "\(shown)")
                #expect(found.rows[0][1] == ScreenText.oneLine(row[1]), "\(shown)")
            }
        }
    }

    @Test func `rows that do not fit the header are not read`() async throws {
        let long = try await text(stream(["a", "b"], [[["x", "y"]], [["longer than x", "z"]]]), .columns)
        for text in [
            long, "", "7\n", "number\nINC1\n", "a  b", "a  b\n\nx  y\n", "a  b\nx  y  z\n", "a   b\nx y  z\n",
            "number  INC0010021\nshort_description  Printer\n", "number,state\nINC1,New\n", "A table\n",
            "a    b\n日本語  x\n",
        ] {
            #expect(ColumnsReader.read(text) == nil, "\(text)")
        }
    }

    @Test func `a header without rows is a table`() throws {
        let found = try #require(ColumnsReader.read("number  state\n"))
        #expect(found.names == ["number", "state"] && found.rows.isEmpty)
    }
}
