import Foundation

/// A text that contains a secret in one of the notations of instances, clients and users.
package struct SecretCanary: Sendable, CustomStringConvertible {
    /// Where a request, response or line contains the text.
    package enum Place: String, Sendable, CaseIterable {
        case requestBody, answerBody, path, query, requestHeader, answerHeader, reason, line, pipeline, input
        /// Another program's line, pasted at the prompt: it is no command and sends nothing.
        case pasted
        /// The command of an alias, which is refused.
        case alias
    }

    package var place: Place
    /// The name of the canary: `json/pair/all`.
    package var shape: String
    /// The notation around the text: `json`; empty if there is none.
    package var encoding: String
    /// Whether the secret has 20 characters, enough to be searched for anywhere, or 9.
    package var isLong: Bool
    /// The media type of a body, the name of a header, or the beginning of a line.
    package var context: String
    /// The text that contains the secret.
    package var text: [UInt8]
    /// The plain secret.
    package var secret: String
    /// The secret as written in the text, if encoded.
    package var written: [UInt8]

    package var description: String {
        "\(place)/\(shape)\(encoding.isEmpty ? "" : " in " + encoding)/\(isLong ? "long" : "short")"
    }
}

/// The canaries: every place times every notation of a secret there, alone and in other notations. A secret is short or
/// long, a single word, and used by one canary only.
package enum SecretCanaries {
    /// A notation of a secret; the closure returns the text for a secret.
    struct Shape: Sendable {
        let name: String
        let type: String
        let text: @Sendable (String) -> [UInt8]
        /// The encoded secret in the text; nil if the text is encoded as a whole.
        var written: @Sendable (String) -> [UInt8] = { Array($0.utf8) }
        /// The secret with what makes it recognizable: `ghp_…`.
        var value: @Sendable (String) -> String = { $0 }
        var encoding = ""

        init(_ name: String, _ type: String, _ text: @escaping @Sendable (String) -> String) {
            (self.name, self.type) = (name, type)
            self.text = { Array(text($0).utf8) }
        }

        init(_ name: String, _ type: String, readable: @escaping @Sendable (String) -> [UInt8]) {
            (self.name, self.type, text) = (name, type, readable)
        }

        init(_ name: String, _ type: String, bytes: @escaping @Sendable (String) -> [UInt8]) {
            (self.name, self.type, text) = (name, type, bytes)
            written = bytes
        }
    }

    /// Every secret ends in one of these, and nothing else does.
    package static let marks = ["canaryQx7Zk9w", "Zw7x"]

    /// Every canary, numbered in order.
    package static let all: [SecretCanary] = {
        var canaries: [SecretCanary] = []
        func add(_ place: SecretCanary.Place, _ shapes: [Shape], lengths: [Bool] = [false, true]) {
            for shape in shapes {
                for isLong in lengths {
                    let number = canaries.count
                    // Nine or twenty characters that no other canary or word contains.
                    let secret = shape.value(isLong ? "Long\(number)canaryQx7Zk9w" : "kq\(number)Zw7x")
                    canaries.append(
                        SecretCanary(
                            place: place, shape: shape.name, encoding: shape.encoding, isLong: isLong,
                            context: shape.type, text: shape.text(secret), secret: secret,
                            written: shape.written(secret)))
                }
            }
        }
        for place in [SecretCanary.Place.requestBody, .answerBody] { add(place, bodies) }
        for place in SecretCanary.Place.allCases { add(place, texts(place.rawValue)) }
        add(
            .query,
            [Shape("base64", "", bytes: { Array("state64=\(base64(#"{"token":"\#($0)"}"#, forURL: true))".utf8) })])
        add(
            .alias,
            texts("pipeline").map { Shape("alias/" + $0.name, "alias leaks = rest GET /canary |", readable: $0.text) })
        add(.input, bodies.filter { !$0.type.contains("multipart") && !$0.type.contains("yaml") })
        for place in [SecretCanary.Place.requestBody, .answerBody] { add(place, encodedPairs, lengths: [true]) }
        add(.input, encodedPairs.filter { !$0.type.contains("charset") }, lengths: [true])
        return canaries
    }()

    // MARK: Texts

    /// The texts of `Tests/Canaries/canaries.txt` for a place.
    static func texts(_ place: String) -> [Shape] { read[place] ?? [] }

    private static let read: [String: [Shape]] = {
        let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        guard let text = try? String(contentsOfFile: "/\(folder)/Canaries/canaries.txt", encoding: .utf8) else {
            preconditionFailure("there are no canaries in \(folder)")
        }
        var read: [String: [Shape]] = [:], place = "", type = ""
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("[") {
                let words = line.dropFirst().dropLast().split(separator: " ", maxSplits: 1).map(String.init)
                (place, type) = (words[0], words.count > 1 ? words[1] : "")
            } else {
                let words = line.split(separator: " ", maxSplits: 1).map(String.init)
                read[place, default: []].append(shape(words[0], place, type, words[1]))
            }
        }
        return read
    }()

    /// The context of a header is its name, and that of a line its first word.
    private static func shape(_ name: String, _ place: String, _ type: String, _ text: String) -> Shape {
        let controls: [Unicode.Scalar: Unicode.Scalar] = ["␍": "\r", "␊": "\n", "␉": "\t"]
        var context = type, text = String(String.UnicodeScalarView(text.unicodeScalars.map { controls[$0] ?? $0 }))
        let separators = ["requestHeader": ": ", "answerHeader": ": ", "line": " ", "pasted": " "]
        if let end = separators[place].flatMap({ text.firstRange(of: $0) }) {
            (context, text) = (String(text[..<end.lowerBound]), String(text[end.upperBound...]))
        }
        let pieces = text.split(separator: "§", omittingEmptySubsequences: false).map(String.init)
        return Shape(name, context) { pieces.joined(separator: $0) }
    }
}
