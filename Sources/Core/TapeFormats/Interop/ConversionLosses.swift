/// What an import or export left out or changed: how often, and the first places, by kind.
package struct ConversionLosses: Sendable, Hashable {
    package enum Kind: Int, Sendable, Hashable, CaseIterable {
        /// Entries that are not imported.
        case unreadable, notHTTP, otherHost, noAnswer, webSocket, serviceWorker, partial, cached, bodyMissing,
            undecoded,
            repeated, unset, unknownOption
        /// Parts of a file that are not imported.
        case scripts, tags, options, otherCommands
        /// Entries that are changed by the import.
        case decoded, decompressed, textForm, connectionLines, headers, cookies, formParts, fileParts,
            bodySize, contentType, keptBody, timings
        case order, noTimes, noResponse, droppedFields, fileReferences, epochs, sessions, merged
        /// Placeholders for credentials.
        case secrets, withheld, unchecked
        /// What a format cannot represent, on export.
        case noOutcome, largeBodies, binary, latin, commands
        case omitted, omittedCommands, times, headerOrder, durations, responses, omittedBinary, variables

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
            case .bodyMissing: ("Left out: ", " whose body is not in the file")
            case .unset: ("Left out: ", " with a variable that has no value, which --var sets")
            case .unknownOption: ("Left out: ", " with an option that is not understood")
            case .undecoded: ("Left out: ", " whose body has a content coding that cannot be decoded")
            case .repeated: ("Left out: ", " that an earlier file holds too")
            case .decoded: ("Content-Encoding dropped, because the bodies in the file are decoded: ", "")
            case .decompressed: ("Bodies decompressed: ", "")
            case .scripts: ("Scripts skipped; a file's scripts never run: ", "")
            case .tags: ("YAML tags ignored: ", "")
            case .options: ("Options ignored: ", "")
            case .otherCommands: ("Commands skipped, which are not curl and never run: ", "")
            case .noTimes: ("Times are not in the file; the order is kept: ", "")
            case .noResponse: ("Requests imported without an answer, because the file has none: ", "")
            case .droppedFields: ("Header fields dropped, because a variable in them has no value: ", "")
            case .fileReferences: ("Files that a body refers to, not read: ", "")
            case .textForm: ("Content-Type changed to UTF-8, as the file holds text: ", "")
            case .connectionLines: ("Connection header fields dropped (Host, Content-Length): ", "")
            case .headers: ("Invalid header fields dropped: ", "")
            case .cookies: ("Cookie header fields created from the cookies in the file: ", "")
            case .formParts: ("Bodies rebuilt from the fields of a form: ", "")
            case .fileParts: ("Uploaded files whose content is not in the file, imported empty: ", "")
            case .bodySize: ("Request bodies of another size than was sent: ", "")
            case .contentType: ("Content-Type taken from the content's mimeType: ", "")
            case .keptBody: ("304 responses imported as 200 with the body that the browser had: ", "")
            case .timings: ("Impossible times, dropped: ", "")
            case .order: ("Sorted by time: ", "")
            case .epochs: ("Epochs renumbered: ", "")
            case .sessions: ("Unreadable _snowdeck members skipped: ", "")
            case .merged: ("Left out of several files: the commands that Snowdeck wrote into ", "")
            case .secrets: ("Secrets replaced by placeholders: ", "")
            case .withheld: ("Header values withheld, because they may be secrets (tape audit --help): ", "")
            case .unchecked: ("Not checked for secrets, because a part cannot be read (tape audit): ", "")
            case .noOutcome: ("Failed requests, exported with status 0: ", "")
            case .largeBodies: ("Request bodies too large for the tape, written as a note: ", "")
            case .binary: ("Binary bodies, written in base64: ", "")
            case .latin: ("Binary request bodies, written as Latin-1 text: ", "")
            case .commands: ("Commands with input and output, which only Snowdeck reads: ", "")
            case .omitted: ("Left out: ", " without a response")
            case .omittedCommands: ("Left out: ", " with input and output")
            case .times: ("Times left out: ", "")
            case .headerOrder: ("Order of header fields changed, because fields of one name are grouped: ", "")
            case .durations: ("Durations left out: ", "")
            case .responses: ("Responses left out: ", "")
            case .omittedBinary: ("Binary bodies left out: ", "")
            case .variables: ("Secrets are in ", "")
            }
        }

        fileprivate var noun: (one: String, many: String) {
            switch self {
            case .commands, .omittedCommands, .otherCommands: ("command", "commands")
            case .omitted, .times, .durations, .headerOrder, .responses, .omittedBinary: ("exchange", "exchanges")
            case .variables: ("variable", "variables")
            case .scripts: ("script", "scripts")
            case .withheld: ("header", "headers")
            case .tags: ("tag", "tags")
            case .options: ("option", "options")
            case .sessions: ("place", "places")
            case .merged: ("file", "files")
            default: ("entry", "entries")
            }
        }
    }

    private static let maxPlaces = 3

    private struct Found: Hashable {
        var count = 0
        var places: [String] = []
    }

    private var found: [Kind: Found] = [:]

    package init() {}

    package func count(of sort: Kind) -> Int { found[sort]?.count ?? 0 }

    /// Whether the next place of a kind is listed.
    func listsPlace(of sort: Kind) -> Bool { (found[sort]?.places.count ?? 0) < Self.maxPlaces }

    package mutating func add(_ sort: Kind, at place: @autoclosure () -> String = "") {
        found[sort, default: Found()].count += 1
        guard listsPlace(of: sort) else { return }
        let place = place()
        if !place.isEmpty { found[sort]?.places.append(place) }
    }

    /// Adds what another report contains.
    package mutating func add(_ other: ConversionLosses) {
        for (sort, more) in other.found {
            let places = (found[sort]?.places ?? []) + more.places
            found[sort, default: Found()].count += more.count
            found[sort]?.places = Array(places.prefix(Self.maxPlaces))
        }
    }

    package var sentences: [String] {
        Kind.allCases.compactMap { sort in
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
