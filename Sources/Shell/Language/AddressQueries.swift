import ExchangeModel

/// The encoded queries in the address of a request, where a variable's value must not become conditions or parameters that
/// the user did not write.
enum AddressQueries {
    /// The text after each `sysparm_query=`, as words of their own.
    ///
    /// - Parameter kind: `.parameter` is one name and value; an address may hold several.
    static func queries(in word: Word, _ kind: ValueKind) -> [Word] {
        switch kind {
        case .parameter: [query(of: joined(word.pieces))].compactMap(\.self)
        case .path, .page: parameters(of: joined(word.pieces)).compactMap(query).map(decoded)
        default: []
        }
    }

    /// What follows the name, when that is `sysparm_query`.
    private static func query(of parameter: [Word.Piece]) -> Word? {
        guard case .text(let text, let span, let quoted)? = parameter.first,
            let sign = text.utf8.firstIndex(of: .equals),
            PercentCoding.decodeForm(String(text[..<sign])) == "sysparm_query"
        else { return nil }
        let value = String(text[text.utf8.index(after: sign)...])
        let rest = Array(parameter.dropFirst())
        return Word(pieces: value.isEmpty ? rest : [.text(value, span: span, quoted: quoted)] + rest, span: span)
    }

    /// The same without percent-encoding.
    private static func decoded(_ query: Word) -> Word {
        let pieces = query.pieces.map { piece in
            guard case .text(let text, let span, let quoted) = piece else { return piece }
            return .text(PercentCoding.decode(text), span: span, quoted: quoted)
        }
        return Word(pieces: pieces, span: query.span)
    }

    /// The parameters of an address, cut at `?` and `&`; what is before `?` comes first.
    private static func parameters(of pieces: [Word.Piece]) -> [[Word.Piece]] {
        var found: [[Word.Piece]] = [[]]
        for piece in pieces {
            guard case .text(let text, let span, let quoted) = piece else {
                found[found.count - 1].append(piece)
                continue
            }
            let parts = text.split(omittingEmptySubsequences: false) { $0 == "?" || $0 == "&" }
            for (place, part) in parts.enumerated() {
                if place > 0 { found.append([]) }
                if !part.isEmpty { found[found.count - 1].append(.text(String(part), span: span, quoted: quoted)) }
            }
        }
        return found
    }

    /// The same pieces, neighbouring texts as one, whether quoted or not.
    private static func joined(_ pieces: [Word.Piece]) -> [Word.Piece] {
        pieces.reduce(into: []) { joined, piece in
            guard case .text(let text, let span, _) = piece,
                case .text(let before, let start, let quoted)? = joined.last
            else { return joined.append(piece) }
            joined[joined.count - 1] = .text(
                before + text, span: start.lowerBound..<span.upperBound, quoted: quoted)
        }
    }
}
