import Testing

@testable import LineEditing

@Suite struct PastedTextTests {
    private func pasted(_ text: String) -> (text: String, isComplete: Bool) {
        var paste = PastedText()
        for scalar in text.unicodeScalars { paste.add(scalar.value) }
        return (WideText.string(paste.text), paste.isComplete)
    }

    @Test(arguments: [
        ("plain\u{1B}[201~", "plain"),
        ("one\rtwo\r\nthree\nfour\r\n\r\n\u{1B}[201~", "one\ntwo\nthree\nfour"),
        ("a\r\rb\n\nc\u{1B}[201~", "a\n\nb\n\nc"),
        ("tab\there\u{1B}[201~", "tab\there"),
        ("bell\u{7}, red \u{1B}[31m, c1 \u{9B}2J, turned \u{202E}x\u{1B}[201~", "bell, red [31m, c1 2J, turned x"),
        ("half a mark \u{1B}[20\u{1B}[201~", "half a mark [20"),
        ("\u{1B}\u{1B}[201~", ""),
        ("日本語 é 👩‍🚀\u{1B}[201~", "日本語 é 👩‍🚀"),
        ("\u{1B}[201~", ""),
    ])
    func `a paste becomes text that can be looked at`(_ sent: String, _ text: String) {
        let result = pasted(sent)
        #expect(result.isComplete)
        #expect(result.text == text)
    }

    @Test func `without its end a paste goes on`() { #expect(!pasted("text \u{1B}[201").isComplete) }
}
