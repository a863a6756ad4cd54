import Notation

/// What a way into a tape or out of one has left out or changed: of each sort how often, and where first.
package struct HARLosses: Sendable, Hashable {
    /// One sort of loss.
    package enum Sort: Int, Sendable, Hashable, CaseIterable {
        /// Entries that are not on the tape.
        case unreadable, notHTTP, otherHost, noAnswer, webSocket, serviceWorker, partial, cached, bodyMissing, repeated
        /// Entries that stand there otherwise than in the file.
        case decoded, textForm, connectionLines, headers, cookies, formParts, fileParts, contentType, keptBody, timings
        /// What holds of the file as a whole.
        case order, epochs, sessions, merged
        /// Placeholders that stand for what proves who somebody is.
        case secrets
        /// What a HAR has no place for, on the way out.
        case noOutcome, binary, commands

        /// Whether the entry is not on the tape at all.
        package var isLeftOut: Bool { rawValue <= Sort.repeated.rawValue }

        /// What goes before and behind the number of entries.
        fileprivate var phrase: (before: String, behind: String) {
            switch self {
            case .unreadable: ("Left out: ", " that cannot be read")
            case .notHTTP: ("Left out: ", " to something else than HTTP")
            case .otherHost: ("Left out: ", " to other hosts")
            case .noAnswer: ("Left out: ", " without an answer")
            case .webSocket: ("Left out: ", " of WebSockets")
            case .serviceWorker: ("Left out: ", " answered by a service worker")
            case .partial: ("Left out: ", " that fetched a part (206)")
            case .cached: ("Left out: ", " that the browser answered from its cache")
            case .bodyMissing: ("Left out: ", " whose answer's body is not in the file")
            case .repeated: ("Left out: ", " that an earlier file holds too")
            case .decoded: ("Content-Encoding dropped, as a HAR holds bodies decoded: ", "")
            case .textForm: ("Content-Type changed to UTF-8, as a HAR holds text: ", "")
            case .connectionLines: ("Lines of the connection dropped (Host, Content-Length): ", "")
            case .headers: ("Header lines dropped that HTTP does not allow: ", "")
            case .cookies: ("Cookies stand in the file without their header lines, which were made: ", "")
            case .formParts: ("Bodies made anew from the fields of a form: ", "")
            case .fileParts: ("Files sent with a form are not in the file, and are empty: ", "")
            case .contentType: ("Content-Type taken from the body's facts, as no header line has it: ", "")
            case .keptBody: ("Bodies dropped of answers that have none (304): ", "")
            case .timings: ("Times that cannot be, set to nothing: ", "")
            case .order: ("Put into the order of their time: ", "")
            case .epochs: ("Epochs counted anew: ", "")
            case .sessions: ("What Snowdeck wrote into the file cannot be read, and was passed over: ", "")
            case .merged: ("Left out of several files: the commands that Snowdeck wrote into ", "")
            case .secrets: ("Secrets replaced by placeholders: ", "")
            case .noOutcome: ("Without an answer, and so with status 0: ", "")
            case .binary: ("Bodies that are no text, and stand in base64: ", "")
            case .commands: ("Commands, what they read and what they wrote, which only Snowdeck reads: ", "")
            }
        }

        fileprivate var noun: (one: String, many: String) {
            switch self {
            case .commands: ("command", "commands")
            case .sessions: ("place", "places")
            case .merged: ("file", "files")
            default: ("entry", "entries")
            }
        }
    }

    /// How many places of each sort are named.
    private static let mostPlaces = 3

    private struct Found: Hashable {
        var count = 0
        var places: [String] = []
    }

    private var found: [Sort: Found] = [:]

    /// Nothing is lost.
    package init() {}

    /// How often there was a loss of that sort.
    package func count(of sort: Sort) -> Int { found[sort]?.count ?? 0 }

    /// A loss at a place.
    mutating func add(_ sort: Sort, at place: @autoclosure () -> String = "") {
        found[sort, default: Found()].count += 1
        guard found[sort, default: Found()].places.count < Self.mostPlaces else { return }
        let place = place()
        if !place.isEmpty { found[sort]?.places.append(place) }
    }

    /// A sentence for each sort, what was left out first.
    package var sentences: [String] {
        Sort.allCases.compactMap { sort in
            guard let found = found[sort] else { return nil }
            let (before, behind) = sort.phrase
            let noun = found.count == 1 ? sort.noun.one : sort.noun.many
            let more = found.count - found.places.count
            let rest = more > 0 && !found.places.isEmpty ? [" and \(more) more"] : []
            let places = found.places.isEmpty ? "" : ": " + found.places.joined(separator: ", ") + rest.joined()
            return "\(before)\(found.count) \(noun)\(behind)\(places)."
        }
    }
}
