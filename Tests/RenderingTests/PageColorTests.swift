import Notation
import TestSupport
import Testing

@testable import Rendering

struct PageColorTests {
    static let view = page(
        [
            .heading(level: 1, [words("Incident")]), .heading(level: 4, [words("More")]),
            paragraph(words("See "), .link(0, [words("it")]), words(" and "), words("act", .strong)),
            .notice([paragraph("Locked")]),
            .paragraph([.field(form: 0, field: 0)]),
        ], title: "INC1", links: [.init(target: "x", text: "")],
        forms: [
            {
                var form = Form()
                form.fields = [.text("a", "", "Update", .submit)]
                return form
            }()
        ])

    static let light = PagePalette([
        .background: 0xFFFFFF, .text: 0x07080B, .accent: 0x1F3A5F, .heading: 0xFFFFFF, .headingBackground: 0x1F3A5F,
        .link: 0x0000EE, .faint: 0x8E8E96, .notice: 0x781414, .noticeBackground: 0xFFDCDC,
    ])

    /// The page with escape characters made visible; a nil depth means no colors.
    static func shown(_ depth: ColorDepth?, _ palette: PagePalette?, _ view: PageView = view) async throws -> String {
        var view = view
        view.palette = palette
        let options = RenderOptions(width: 30, color: depth != nil, depth: depth ?? .truecolor)
        let text = try await text(.page(view), .columns, options)
        return text.split(separator: "\u{1B}", omittingEmptySubsequences: false).joined(separator: "␛")
    }

    @Test func `a light theme in any color`() async throws {
        try await expectEqual(
            Self.shown(.truecolor, Self.light),
            """
            ␛[48;2;31;58;95m␛[K␛[1;38;2;255;255;255;48;2;31;58;95mINC1␛[0m
            ␛[48;2;255;255;255m␛[K␛[0m
            ␛[48;2;31;58;95m␛[K␛[1;38;2;255;255;255;48;2;31;58;95mIncident␛[0m
            ␛[48;2;255;255;255m␛[K␛[38;2;142;142;150;48;2;255;255;255m════════␛[0m
            ␛[48;2;255;255;255m␛[K␛[38;2;142;142;150;48;2;255;255;255m■ ␛[0m␛[1;38;2;31;58;95;48;2;255;255;255mMore␛[0m
            ␛[48;2;255;255;255m␛[K␛[38;2;7;8;11;48;2;255;255;255mSee ␛[0m␛[4;38;2;0;0;238;48;2;255;255;255mit␛[0m␛[38;2;142;142;150;48;2;255;255;255m[1]␛[0m␛[38;2;7;8;11;48;2;255;255;255m and ␛[0m␛[1;38;2;7;8;11;48;2;255;255;255mact␛[0m
            ␛[48;2;255;255;255m␛[K␛[0m
            ␛[48;2;255;220;220m␛[K␛[1;38;2;120;20;20;48;2;255;220;220m▌ ! ␛[0m␛[38;2;120;20;20;48;2;255;220;220mLocked␛[0m
            ␛[48;2;255;255;255m␛[K␛[0m
            ␛[48;2;255;255;255m␛[K␛[38;2;142;142;150;48;2;255;255;255m< ␛[0m␛[1;38;2;0;0;238;48;2;255;255;255mUpdate␛[0m␛[38;2;142;142;150;48;2;255;255;255m >␛[0m

            """)
    }

    @Test func `themes in the palette of xterm`() async throws {
        try await expectEqual(
            Self.shown(.indexed, Self.light),
            """
            ␛[48;5;23m␛[K␛[1;38;5;231;48;5;23mINC1␛[0m
            ␛[48;5;231m␛[K␛[0m
            ␛[48;5;23m␛[K␛[1;38;5;231;48;5;23mIncident␛[0m
            ␛[48;5;231m␛[K␛[38;5;246;48;5;231m════════␛[0m
            ␛[48;5;231m␛[K␛[38;5;246;48;5;231m■ ␛[0m␛[1;38;5;23;48;5;231mMore␛[0m
            ␛[48;5;231m␛[K␛[38;5;232;48;5;231mSee ␛[0m␛[4;38;5;21;48;5;231mit␛[0m␛[38;5;246;48;5;231m[1]␛[0m␛[38;5;232;48;5;231m and ␛[0m␛[1;38;5;232;48;5;231mact␛[0m
            ␛[48;5;231m␛[K␛[0m
            ␛[48;5;224m␛[K␛[1;38;5;88;48;5;224m▌ ! ␛[0m␛[38;5;88;48;5;224mLocked␛[0m
            ␛[48;5;231m␛[K␛[0m
            ␛[48;5;231m␛[K␛[38;5;246;48;5;231m< ␛[0m␛[1;38;5;21;48;5;231mUpdate␛[0m␛[38;5;246;48;5;231m >␛[0m

            """)
    }

    @Test(arguments: [ColorDepth.sixteen, .indexed, .truecolor])
    func `without a theme, or with sixteen colors, the terminal's own colors are used`(_ depth: ColorDepth) async throws
    {
        try await expectEqual(Self.shown(.sixteen, Self.light), Self.shown(depth, nil))
        try await expectEqual(
            Self.shown(depth, nil),
            """
            ␛[1mINC1␛[0m

            ␛[1mIncident␛[0m
            ␛[2m════════␛[0m
            ␛[2m■ ␛[0m␛[1mMore␛[0m
            See ␛[4;34mit␛[0m␛[2m[1]␛[0m and ␛[1mact␛[0m

            ␛[1;31m▌ ! ␛[0m␛[31mLocked␛[0m

            ␛[2m< ␛[0m␛[1;34mUpdate␛[0m␛[2m >␛[0m

            """)
    }

    @Test func `without colors there is bold, or nothing if disabled`() async throws {
        try await expectEqual(
            Self.shown(ColorDepth.none, Self.light),
            """
            ␛[1mINC1␛[0m

            ␛[1mIncident␛[0m
            ════════
            ■ ␛[1mMore␛[0m
            See it[1] and ␛[1mact␛[0m

            ␛[1m▌ ! ␛[0mLocked

            < ␛[1mUpdate␛[0m >

            """)
        try await expectEqual(
            Self.shown(nil, Self.light),
            """
            INC1

            Incident
            ════════
            ■ More
            See it[1] and act

            ▌ ! Locked

            < Update >

            """)
    }
}
