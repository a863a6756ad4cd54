extension Prompt {
    /// The mark around what takes no room on the screen.
    static let mark: UInt32 = 1

    /// The prompt as libedit takes it. The style ends before the last character, because libedit drops a sequence that
    /// has no character after it.
    var scalars: [UInt32] {
        let plain = WideText.scalars(TerminalScreen.harmless(text))
        guard let sequence, plain.count > 1 else { return plain }
        let begin = [Self.mark] + WideText.scalars(sequence) + [Self.mark]
        let end = [Self.mark] + WideText.scalars("\u{1B}[0m") + [Self.mark]
        return begin + plain.dropLast() + end + plain.suffix(1)
    }

    /// The prompt as it is written to a terminal without an editor. What its text holds that a terminal could obey is
    /// left out.
    package var painted: String {
        let plain = TerminalScreen.harmless(text)
        guard let sequence, plain.count > 1 else { return plain }
        return sequence + plain.dropLast() + "\u{1B}[0m" + plain.suffix(1)
    }

    /// What sets the text off; nil when nothing does.
    private var sequence: String? {
        switch style {
        case .plain: nil
        case .bold: "\u{1B}[1m"
        case .warning: "\u{1B}[1;31m"
        case .painted(let colour, let isBold): "\u{1B}[\(isBold ? "1;" : "")\(colour.rawValue)m"
        }
    }
}

extension [UInt32] {
    /// A prompt without what takes no room.
    var visible: [UInt32] {
        split(separator: Prompt.mark, omittingEmptySubsequences: false)
            .enumerated().filter { $0.offset % 2 == 0 }.flatMap(\.element)
    }
}
