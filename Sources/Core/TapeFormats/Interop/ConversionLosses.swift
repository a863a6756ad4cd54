/// What an import or export left out or changed: how often, and the first places, by kind.
package struct ConversionLosses: Sendable, Hashable {
    /// A kind with its sentence: `#entry` is `1 entry` or `2 entries`. They are reported in this order.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Entries that are not imported.
        case unreadable = "Left out: #entry that cannot be read"
        case notHTTP = "Left out: #entry to something else than HTTP"
        case otherHost = "Left out: #entry to other hosts"
        case noAnswer = "Left out: #entry without an answer"
        case webSocket = "Left out: #entry of WebSockets"
        case serviceWorker = "Left out: #entry answered by a service worker"
        case partial = "Left out: #entry that fetched a part (206)"
        case cached = "Left out: #entry that the browser answered from its cache"
        case bodyMissing = "Left out: #entry whose body is not in the file"
        case undecoded = "Left out: #entry whose body has a content coding that cannot be decoded"
        case repeated = "Left out: #entry that is in an earlier file, too"
        case unset = "Left out: #entry with a variable that has no value, which --var sets"
        case unknownOption = "Left out: #entry with an option that is not understood"
        /// Parts of a file that are not imported.
        case scripts = "Scripts skipped; a file's scripts never run: #script"
        case tags = "YAML tags ignored: #tag"
        case options = "Options ignored: #option"
        case otherCommands = "Commands skipped, which are not curl and never run: #command"
        /// Entries that are changed by the import.
        case decoded = "Content-Encoding dropped, because the bodies in the file are decoded: #entry"
        case decompressed = "Bodies decompressed: #entry"
        case textForm = "Content-Type changed to UTF-8, as the file has text: #entry"
        case connectionLines = "Connection header fields dropped (Host, Content-Length): #entry"
        case headers = "Invalid header fields dropped: #entry"
        case cookies = "Cookie header fields created from the cookies in the file: #entry"
        case formParts = "Bodies rebuilt from the fields of a form: #entry"
        case fileParts = "Uploaded files whose content is not in the file, imported empty: #entry"
        case bodySize = "Request bodies of another size than was sent: #entry"
        case contentType = "Content-Type taken from the content's mimeType: #entry"
        case keptBody = "304 responses imported as 200 with the body that the browser had: #entry"
        case timings = "Impossible times, dropped: #entry"
        case order = "Sorted by time: #entry"
        case noTimes = "Times are not in the file; the order is kept: #entry"
        case noResponse = "Requests imported without an answer, because the file has none: #entry"
        case droppedFields = "Header fields dropped, because a variable in them has no value: #entry"
        case fileReferences = "Files that a body refers to, not read: #entry"
        /// Placeholders for credentials.
        case secrets = "Secrets replaced by placeholders: #entry"
        case withheld = "Header values withheld, because they may be secrets (tape audit --help): #header"
        case unchecked = "Not checked for secrets, because a part cannot be read (tape audit): #entry"
        /// What a format cannot represent, on export.
        case noOutcome = "Failed requests, exported with status 0: #entry"
        case largeBodies = "Request bodies too large for the tape, written as a note: #entry"
        case binary = "Binary bodies, written in base64: #entry"
        case latin = "Binary request bodies, written as Latin-1 text: #entry"
        case omitted = "Left out: #request without a response"
        case omittedCommands = "Left out: #command with input and output"
        case times = "Times left out: #request"
        case headerOrder = "Order of header fields changed, because fields of one name are grouped: #request"
        case durations = "Durations left out: #request"
        case responses = "Responses left out: #request"
        case omittedBinary = "Binary bodies left out: #request"
        case variables = "Secrets are in #variable"
    }

    private static let maxPlaces = 3

    private struct Found: Hashable {
        var count = 0
        var places: [String] = []
    }

    private var found: [Kind: Found] = [:]

    package init() {}

    package func count(of sort: Kind) -> Int { found[sort]?.count ?? 0 }

    package mutating func add(_ sort: Kind, at place: @autoclosure () -> String = "") {
        found[sort, default: Found()].count += 1
        guard (found[sort]?.places.count ?? 0) < Self.maxPlaces else { return }
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
            let more = found.count - found.places.count
            let rest = more > 0 && !found.places.isEmpty ? [" and \(more) more"] : []
            let places = found.places.isEmpty ? "" : ": " + found.places.joined(separator: ", ") + rest.joined()
            return sort.phrase(found.count) + places + "."
        }
    }
}

extension ConversionLosses.Kind {
    /// `Left out: 2 entries of WebSockets` for `Left out: #entry of WebSockets`.
    fileprivate func phrase(_ count: Int) -> String {
        let parts = rawValue.split(separator: "#", maxSplits: 1)
        let noun = parts[1].prefix { $0.isLetter }
        let plural = noun.hasSuffix("y") ? noun.dropLast() + "ies" : noun + "s"
        return parts[0] + "\(count) " + (count == 1 ? noun : plural) + parts[1].dropFirst(noun.count)
    }
}
