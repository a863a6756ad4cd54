@testable import snowdeck
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Tapes
@testable import Workbench

struct ManualPageTests {
    private let pages = ManualPage.all(version: "1.2.3", day: "2026-01-31")

    @Test func everyCommandIsOnOnePage() {
        for command in CommandTable.all + ProgramTable.all {
            let heading = ".SS \(command.name)\n"
            expectEqual(pages.count { $0.text.contains(heading) }, 1, "\(command.name)")
        }
        expectEqual(Set(pages.map(\.path)).count, pages.count)
        #expect(pages.map(\.path).contains("man1/snowdeck-table.1"))
    }

    @Test func pageBeginsWithItsName() throws {
        let page = try #require(pages.first { $0.path == "man1/snowdeck-attach.1" })
        #expect(
            page.text.hasPrefix(
                """
                .\\" Made by snowdeck man; not edited by hand.
                .TH SNOWDECK\\-ATTACH 1 2026-01-31 "Snowdeck 1.2.3" "Snowdeck Manual"
                .nh
                .ad l
                .SH NAME
                snowdeck\\-attach \\- list, download, add and delete attachments

                """))
    }

    @Test func textIsEscapedForRoff() {
        let requests = ["TH", "SH", "SS", "PP", "TP", "br", "nh", "ad l", "\\\""]
        for page in pages {
            for line in page.text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
                #expect(requests.contains { line.dropFirst().hasPrefix($0) }, "\(line)")
            }
        }
    }
}
