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
        /// Whether this process does not sign in with it.
        package var isOverheard = false
    }

    private struct Book {
        var entries: [Entry] = []
        var known: Set<String> = []
        var overheard: Set<String> = []
    }

    private let book = Mutex(Book())
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
        book.withLock { book in
            guard !text.isEmpty, book.known.insert(text).inserted else { return }
            book.entries.append(Entry(label: label, text: text))
        }
    }

    /// All registered secrets, in order.
    public var entries: [Entry] { all.filter { !$0.isOverheard } }

    /// The same, with those registered by `overhear`.
    package var all: [Entry] { book.withLock { $0.entries } }

    /// Incremented with every new secret, to invalidate compiled redactors.
    public var version: Int { book.withLock { $0.entries.count } }

    /// Registers a secret that this process does not use to sign in, such as a token in a requested response. Tapes
    /// redact these by position; they are registered for masking output.
    public func overhear(_ text: String, as label: String) {
        book.withLock { book in
            guard !text.isEmpty, !book.known.contains(text), book.overheard.insert(text).inserted else { return }
            book.entries.append(Entry(label: label, text: text, isOverheard: true))
        }
    }
}
