import TapeDeck

extension ShellSession {
    /// Takes over the terminal's columns as they are when a command begins, since a terminal changes its size between
    /// commands. The tape knows the size of its session; another one is an input of the command.
    func takeWidth(through deck: (any Deck)?) async {
        if let now = workbench.width {
            settings.width = now
            own?.settings.width = now
            guard let deck, !slot.isPlaying, now != recordedWidth else { return }
            // A tape that cannot take it says so itself when the command ends.
            _ = try? await deck.input(.setting, "width") { Array(String(now).utf8) }
        } else if let deck, slot.isPlaying {
            let kept = try? await deck.input(.setting, "width") { [] }
            let width = kept.flatMap { Int(String(decoding: $0, as: UTF8.self)) }.flatMap {
                1...Self.widest ~= $0 ? $0 : nil
            }
            settings.width = width ?? recordedWidth
        }
    }

    /// No terminal has more columns; a stranger's tape may say anything.
    private static let widest = 10_000
}
