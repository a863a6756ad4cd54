package import TapeDeck

/// What is in the deck.
package enum DeckSlot: Sendable {
    /// A cassette to record onto, put in when the first command is recorded; without a path a new one among the user's own.
    case waiting(path: String?, replacing: Bool)
    /// A cassette to extend, put in when the first command is recorded; made when there is none.
    case waitingToExtend(path: String)
    /// A cassette that records.
    case recording(RecordingDeck, path: String)
    /// A cassette that answers what it can, and records.
    case extending(ExtendingDeck, path: String)
    /// A cassette that plays.
    case playing(PlayingDeck, path: String)

    /// The deck, when there is one.
    package var deck: (any Deck)? {
        switch self {
        case .waiting, .waitingToExtend: nil
        case .recording(let deck, _): deck
        case .extending(let deck, _): deck
        case .playing(let deck, _): deck
        }
    }

    /// The cassette's file; nil while none is chosen.
    package var path: String? {
        switch self {
        case .waiting(let path, _): path
        case .waitingToExtend(let path): path
        case .recording(_, let path), .extending(_, let path), .playing(_, let path): path
        }
    }

    /// Whether answers come from the tape.
    package var isPlaying: Bool {
        if case .playing = self { true } else { false }
    }

    /// Whether what the tape has is played and the rest recorded.
    package var isExtending: Bool {
        switch self {
        case .waitingToExtend, .extending: true
        case .waiting, .recording, .playing: false
        }
    }

    /// Whether pipelines are started and files written: in replay only for a tape that is trusted.
    func runsDestinations(trusting trusts: Bool) -> Bool { !isPlaying || trusts }
}
