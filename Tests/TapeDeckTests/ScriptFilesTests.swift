import ExchangeModel
import Foundation
import Testing

@testable import TapeDeck

/// Scripts and style sheets that people use are on a tape as they were received (`scripts/set-up` installs them).
@Suite struct ScriptFilesTests {
    private static let packages = [
        "libjs-bootstrap4", "libjs-codemirror", "libjs-d3", "libjs-jquery", "libjs-jquery-ui", "libjs-leaflet",
        "libjs-moment", "node-axios", "node-lodash", "node-undici",
    ]

    private static func files(_ suffix: String) throws -> [String] {
        try packages.flatMap { package in
            let list = try String(contentsOfFile: "/var/lib/dpkg/info/\(package).list", encoding: .utf8)
            return list.split(separator: "\n").map(String.init).filter { $0.hasSuffix(suffix) }
        }
    }

    private static func changed(_ suffix: String, _ change: ([UInt8]) -> [UInt8]) throws -> (count: Int, [String]) {
        var count = 0, changed: [String] = []
        for path in try files(suffix) {
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            count += 1
            let bytes = [UInt8](data)
            if change(bytes) != bytes { changed.append(path) }
        }
        return (count, changed)
    }

    private static func body(_ bytes: [UInt8], _ type: String) -> [UInt8] {
        Redaction(secrets: SecretBook()).redactBody(bytes, type: type)
    }

    @Test func scriptsAreUnchanged() throws {
        let (count, changed) = try Self.changed(".js") { Self.body($0, "text/javascript;charset=utf-8") }
        #expect(changed == [])
        #expect(count > 2000)
    }

    @Test func scriptsOfPagesAreUnchanged() throws {
        let tag = Array("<script>".utf8)
        let (count, changed) = try Self.changed(".min.js") {
            Array(Self.body(tag + $0 + Array("</script>".utf8), "text/html").dropFirst(tag.count).dropLast(9))
        }
        #expect(changed == [])
        #expect(count > 140)
    }

    @Test func styleSheetsAreUnchanged() throws {
        let (count, changed) = try Self.changed(".css") { Self.body($0, "text/css") }
        #expect(changed == [])
        #expect(count > 50)
    }
}
