import Synchronization

/// The secrets this process has met, so that a redactor can find them by value wherever they turn up.
///
/// It lives in memory only. Every secret (a password at a prompt, a token, a cookie) is written down here
/// before the first request that carries it.
public final class SecretBook: Sendable {
    /// A secret and the word its placeholder uses.
    public struct Entry: Sendable, Hashable {
        /// What it is: `password`, `token`, `cookie`, `authorization`.
        public let label: String
        /// The secret itself.
        public let text: String
    }

    private let box = Mutex<(entries: [Entry], version: Int)>(([], 0))
    private let passing = Mutex<(entries: [Entry], texts: Set<String>)>(([], []))

    /// An empty book.
    public init() {}

    /// Remembers a secret. The same text is remembered once; empty text is not.
    public func write(_ text: String, as label: String) {
        box.withLock { state in
            guard !text.isEmpty, !state.entries.contains(where: { $0.text == text }) else { return }
            state.entries.append(Entry(label: label, text: text))
            state.version += 1
        }
    }

    /// Everything written so far, in order.
    public var entries: [Entry] { box.withLock { $0.entries } }

    /// Grows with every new secret, so that a compiled redactor knows when it is out of date.
    public var version: Int { box.withLock { $0.version } }

    /// Remembers a secret that only passed by: a token in an answer that a person asked for. This process signs in with
    /// none of these, and a tape finds them by where they stand; they are for what is shown to people.
    public func overhear(_ text: String, as label: String) {
        passing.withLock { state in
            guard !text.isEmpty, state.texts.insert(text).inserted else { return }
            state.entries.append(Entry(label: label, text: text))
        }
    }

    /// Everything overheard so far, in order.
    public var overheard: [Entry] { passing.withLock { $0.entries } }
}
