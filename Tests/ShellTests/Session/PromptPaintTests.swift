import LineEditing
import Testing

@testable import Shell

/// The prompt shows by its colour and its words what a slip would hurt.
@Suite struct PromptPaintTests {
    @Test(arguments: [
        ("", "a> ", Prompt.Style.warning),
        ("--guard open", "a> ", .warning),
        ("--guard read-only", "a (read-only)> ", .warning),
        ("--colour green", "a> ", .painted(.green, isBold: true)),
        ("--guard open --colour green", "a> ", .painted(.green, isBold: false)),
        ("--guard read-only --color cyan", "a (read-only)> ", .painted(.cyan, isBold: true)),
        ("--colour none", "a> ", .bold),
        ("--guard open --colour none", "a> ", .plain),
    ])
    func aProfileIsToldByItsPrompt(_ flags: String, _ text: String, _ style: Prompt.Style) async throws {
        let place = try Place()
        place.folder.write(Array("profile add a a --user admin \(flags)\n".utf8), to: "snowdeckrc")
        let sitting = try Sitting(place, showsColour: true)
        #expect(await sitting.session.run("connect a") == 0)
        #expect(await sitting.session.prompt == Prompt(text, style: style))
        #expect(await sitting.session.run("set color=never") == 0)
        #expect(await sitting.session.prompt == Prompt(text))
    }
}
