import Synchronization

/// The secrets known to this process, for redaction by value.
///
/// They are kept in memory only. Every secret (a prompted password, a token, a cookie) is registered before the first
/// request that contains it.
public final class SecretBook: Sendable {
    /// A secret and its label.
    public struct Entry: Sendable, Hashable {
        /// The word in the placeholder: `password`, `token`, `cookie`, `authorization`.
        public let label: String
        /// The secret.
        public let text: String
    }

    private let box = Mutex<(entries: [Entry], version: Int)>(([], 0))
    private let overheardSecrets = Mutex<(entries: [Entry], texts: Set<String>)>(([], []))

    private let harmless = Mutex<Set<String>>([])

    /// The names of response headers, in lower case, that the project declares to hold no secret.
    package var harmlessHeaders: Set<String> {
        get { harmless.withLock { $0 } }
        set { harmless.withLock { $0 = newValue } }
    }

    /// An empty book.
    public init() {}

    /// Registers a secret. Duplicates and empty texts are ignored.
    public func write(_ text: String, as label: String) {
        box.withLock { state in
            guard !text.isEmpty, !state.entries.contains(where: { $0.text == text }) else { return }
            state.entries.append(Entry(label: label, text: text))
            state.version += 1
        }
    }

    /// All registered secrets, in order.
    public var entries: [Entry] { box.withLock { $0.entries } }

    /// Incremented with every new secret, to invalidate compiled redactors.
    public var version: Int { box.withLock { $0.version } }

    /// Registers a secret that this process does not use to sign in, such as a token in a requested response. Tapes
    /// redact these by position; the list is for masking output.
    public func overhear(_ text: String, as label: String) {
        overheardSecrets.withLock { state in
            guard !text.isEmpty, state.texts.insert(text).inserted else { return }
            state.entries.append(Entry(label: label, text: text))
        }
    }

    /// All secrets registered by `overhear`, in order.
    public var overheard: [Entry] { overheardSecrets.withLock { $0.entries } }
}
