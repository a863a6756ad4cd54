import TestSupport
import Testing

extension PseudoTerminal {
    /// Waits until the screen shows just this, with the cursor as `‸`, and fails with what it shows if it never does.
    func shows(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        let shown = await wait { $0.text == expected }
        #expect(shown.text == expected, sourceLocation: sourceLocation)
        #expect(shown.unknown == [], sourceLocation: sourceLocation)
    }
}
