import Notation

/// GraphQL documents as far as keys and safety need them: their tokens (GraphQL specification, section 2.1).
enum GraphQLText {
    /// The document without white space, commas and comments, which mean nothing in GraphQL; one space stays between two
    /// names or numbers. Strings stay as they are.
    static func compact(_ document: String) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(document.utf8.count)
        var afterWord = false
        for token in tokens(of: document) {
            let isWord = token.first.map(isWord) ?? false
            if afterWord && isWord { out.append(UInt8(ascii: " ")) }
            out += token
            afterWord = isWord
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Whether nothing but queries can be carried out. Of several operations the named one alone is, when one of them has
    /// the name. What is not understood is taken for a mutation.
    static func readsOnly(_ document: String, operation name: String? = nil) -> Bool {
        guard let read = try? GraphQL.Document(document) else { return seemsToReadOnly(document) }
        let operations = read.operations
        let named = operations.filter { operation in name.flatMap { operation.name?.text.isSame(as: $0) } ?? false }
        return !operations.isEmpty && (named.count == 1 ? named : operations).allSatisfy { $0.kind == .query }
    }

    /// The same for a document that cannot be read, by its tokens: an instance turns it down, or knows more of GraphQL. Every
    /// definition must be a query or a fragment, and each whole.
    private static func seemsToReadOnly(_ document: String) -> Bool {
        var depth = 0
        var expectsDefinition = true, hasQuery = false
        for token in tokens(of: document) {
            if depth == 0, expectsDefinition {
                switch String(decoding: token, as: UTF8.self) {
                case "{", "query": hasQuery = true
                case "fragment": break
                default: return false
                }
                expectsDefinition = false
            }
            switch token.first {
            case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
                depth -= 1
                if depth < 0 { return false }
                if depth == 0, token.first == UInt8(ascii: "}") { expectsDefinition = true }
            default: break
            }
        }
        return hasQuery && expectsDefinition && depth == 0
    }

    private static func tokens(of document: String) -> some Sequence<ArraySlice<UInt8>> {
        let bytes = Array(document.utf8)
        return sequence(state: 0) { place -> ArraySlice<UInt8>? in
            place = skippingIgnored(bytes, from: place)
            guard place < bytes.count else { return nil }
            let start = place
            place = endOfToken(bytes, from: start)
            return bytes[start..<place]
        }
    }

    /// White space, commas, comments and the byte order mark.
    private static func skippingIgnored(_ bytes: [UInt8], from start: Int) -> Int {
        var place = start
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "#") {
                while place < bytes.count, bytes[place] != 10, bytes[place] != 13 { place += 1 }
            } else if bytes[place] == 0xEF, bytes[place...].starts(with: [0xEF, 0xBB, 0xBF]) {
                place += 3
            } else if ASCII.isSpace(bytes[place]) || bytes[place] == UInt8(ascii: ",") {
                place += 1
            } else {
                break
            }
        }
        return place
    }

    private static func endOfToken(_ bytes: [UInt8], from start: Int) -> Int {
        let quotes = Array("\"\"\"".utf8)
        if bytes[start...].starts(with: quotes) {
            var place = start + 3
            while let end = bytes.firstRange(of: quotes, from: place) {
                if bytes[end - 1] != UInt8(ascii: "\\") { return end + 3 }
                place = end + 3
            }
            return bytes.count
        }
        if bytes[start] == UInt8(ascii: "\"") {
            var place = start + 1
            while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != 10 {
                place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(place + 1, bytes.count)
        }
        var place = start
        while place < bytes.count, isWord(bytes[place]) { place += 1 }
        return max(place, start + 1)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        ASCII.isName(byte) && byte != UInt8(ascii: ".") || byte >= 0x80
    }
}
