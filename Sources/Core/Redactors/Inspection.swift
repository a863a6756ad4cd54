import Notation
import Synchronization

/// How far texts inside texts are read, and what could not be read.
///
/// Every kind of nesting shares it: base64, gzip, archives, JSON in strings, escapes. It is a task-local value, because
/// a redactor is given bytes only.
package final class Inspection: Sendable {
    /// Why a text, or a part of it, was not searched for secrets.
    package enum Obstacle: Sendable, Hashable, CustomStringConvertible {
        case nesting
        case size
        case gzip
        case compression(String)
        case archive
        case encryptedMember(String)
        case memberMethod(String, Int)

        package var description: String {
            switch self {
            case .nesting: "Texts are nested too deep."
            case .size: "The texts inside it are too large."
            case .gzip: "Its gzip data is damaged or too large."
            case .compression(let name): "It is compressed with \(name)."
            case .archive: "Its ZIP archive is damaged, too large or of an unknown kind."
            case .encryptedMember(let name): "The file \(TerminalText.plain(name)) in its ZIP archive is encrypted."
            case .memberMethod(let name, let method):
                "The file \(TerminalText.plain(name)) in its ZIP archive has the unknown compression method \(method)."
            }
        }
    }

    @TaskLocal private static var current: Inspection?

    /// The deepest nesting of encoded texts.
    static let deepest = 16
    /// The deepest nesting of strings, attributes and escapes.
    private static let deepestString = 10
    /// The largest nested text, in bytes.
    package static let largest = 64 << 20

    /// How many bytes may be decoded for one text.
    static let budget = 128 << 20

    private struct State {
        /// How many bytes may still be decoded.
        var left: Int
        /// How many may still be added for the sizes of texts.
        var reserve = 1 << 30
        var obstacles: [Obstacle] = []
    }

    private let state: Mutex<State>

    private init(budget: Int) { state = Mutex(State(left: budget)) }

    /// What the texts that are read by `body` are allowed in all, and what could not be read of them.
    package static func reading<Result, Failure: Error>(
        budget: Int = Inspection.budget, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> (result: Result, obstacles: [Obstacle]) {
        let inspection = Inspection(budget: budget)
        var result: Swift.Result<Result, Failure>?
        $current.withValue(inspection) {
            do throws(Failure) { result = .success(try body()) } catch { result = .failure(error) }
        }
        guard let result else { preconditionFailure("the body was run") }
        return (try result.get(), inspection.state.withLock { $0.obstacles })
    }

    /// Reads a text as a part of what is being read, or alone.
    static func within<Result>(_ body: () -> Result) -> Result { current == nil ? reading(body).result : body() }

    /// Allows for a text of that size: work is linear, whatever is nested in it.
    package static func grant(_ size: Int) {
        current?.state.withLock { state in
            let more = min(size &* 16, state.reserve)
            state.reserve -= more
            state.left += more
        }
    }

    /// Whether a nested text may be read; if not, that is noted.
    package static func admits(_ size: Int, depth: Int) -> Bool {
        guard depth <= deepest else {
            note(.nesting)
            return false
        }
        return admits(size)
    }

    /// Whether a string, attribute or escaped part of the outer text may be read. If it is nested too deep, that is noted
    /// only if it is escaped again and names a secret: the outer text was searched with what is in it.
    package static func admits(string text: ArraySlice<UInt8>, depth: Int) -> Bool {
        guard depth <= deepestString else {
            let isEscaped = EscapedView.Escape.allCases.contains { text.firstPlace(of: $0.lead) != nil }
            if isEscaped, namesSecret(text) { note(.nesting) }
            return false
        }
        return admits(text.count)
    }

    private static func admits(_ size: Int) -> Bool {
        // Also a short text takes time.
        guard size <= room else {
            note(.size)
            return false
        }
        spend(size + 64)
        return true
    }

    private static func namesSecret(_ text: ArraySlice<UInt8>) -> Bool {
        text.split { !ASCII.isName($0) && $0 != UInt8(ascii: "-") }.contains { SecretNames.label(of: $0) != nil }
    }

    /// How large a text may be that is decoded now.
    static var room: Int { current?.state.withLock { max(0, min(largest, $0.left)) } ?? largest }

    /// Counts a text that was decoded.
    static func spend(_ size: Int) { current?.state.withLock { $0.left -= size } }

    /// Notes that a part was not read.
    package static func note(_ obstacle: Obstacle) {
        current?.state.withLock { state in
            if !state.obstacles.contains(obstacle), state.obstacles.count < 16 { state.obstacles.append(obstacle) }
        }
    }
}
