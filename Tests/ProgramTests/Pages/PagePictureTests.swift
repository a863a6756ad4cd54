import Chromium
import Foundation
import Notation
import NowWeb
import TestSupport
import Testing

/// Screenshots of the sandbox's pages in a theme.
struct PagePictureTests {
    private static let page = "incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8"

    private static func css(_ color: NowColor) -> JSON {
        .string("rgb(\(color.bytes.red), \(color.bytes.green), \(color.bytes.blue))")
    }

    /// The result of a script in a blank browser page.
    private func ask(_ script: String) async throws -> JSON {
        try await ChromiumSession.with(
            try ChromiumProgram.find(path: nil), environment: ["PATH": "/usr/bin:/bin"], timeout: .seconds(600)
        ) { try await $0.evaluate(script) }
    }

    @Test func screenshotHasWidthAndThemeAndIsNotRetakenInReplay() async throws {
        let workspace = try Workspace(), theme = WebTheme.dark
        let shot = try await workspace.run(
            "--tape", "kept", "page", "shot", "incident.png", Self.page, "--width", "1280", "--theme", theme.name)
        expectEqual(shot.status, 0, "\(shot)")
        let bytes = try workspace.bytes(of: "incident.png")
        // PNG, 11.2.2: the header starts with width and height.
        try #require(bytes.count > 24)
        let size = [16, 20].map { bytes[$0..<($0 + 4)].reduce(0) { $0 << 8 | Int($1) } }
        #expect(size.first == 1280 && shot.errors.contains("of \(size[0]) by \(size[1]) pixels"), "\(shot)")
        // The bar at both ends, below the stripe of the brand, and the background at the bottom of the page.
        let seen = try await ask(
            """
            (async () => {
              const image = new Image();
              image.src = 'data:image/png;base64,\(Data(bytes).base64EncodedString())';
              await image.decode();
              const canvas = document.createElement('canvas');
              canvas.width = image.width; canvas.height = image.height;
              const paper = canvas.getContext('2d');
              paper.drawImage(image, 0, 0);
              const at = (x, y) => 'rgb(' + Array.from(paper.getImageData(x, y, 1, 1).data).slice(0, 3).join(', ') + ')';
              return [image.width, image.height, at(2, 12), at(image.width - 3, 12), at(2, image.height - 3)];
            })()
            """)
        let header = Self.css(theme[.screenHeaderBackground]), ground = Self.css(theme[.backgroundPrimary])
        expectEqual(seen, [.number("\(size[0])"), .number("\(size[1])"), header, header, ground])
        let again = try await workspace.run("page", "shot", "incident.png", "incident_list.do")
        #expect(again.status == 2 && again.errors.contains("--force"), "\(again)")
        try await workspace.expectReplay(of: "kept", commands: 1)
        try expectEqual(workspace.bytes(of: "incident.png"), bytes)
    }
}
