import ExchangeModel

/// A text that stands inside another with escapes, decoded, whose finds are told by their places outside.
struct NestedText {
    /// The decoded text.
    let bytes: [UInt8]
    private let view: EscapedView?
    private let escape: EscapedView.Escape
    private let start: Int

    init(_ source: ArraySlice<UInt8>, _ escape: EscapedView.Escape) {
        view = EscapedView(source, of: escape)
        bytes = view?.bytes ?? Array(source)
        start = source.startIndex
        self.escape = escape
    }

    /// Where a range of the decoded text, which is not empty, stands outside.
    func place(of range: Range<Int>) -> Range<Int> {
        view?.place(of: range) ?? range.lowerBound + start..<range.upperBound + start
    }

    /// What is found inside, with its place outside. The secret itself is kept decoded, so that it stays the same secret
    /// however deep it stands.
    func finds(by redactor: ([UInt8]) -> [Find]) -> [Find] {
        redactor(bytes).filter { !$0.range.isEmpty }.map { inner in
            var find = inner
            find.range = place(of: inner.range)
            find.nested = .init(secret: inner.secret(in: bytes), quote: escaped(inner.quote))
            return find
        }
    }

    /// A quotation mark of the decoded text as it is written outside.
    private func escaped(_ quote: [UInt8]) -> [UInt8] {
        switch escape {
        case .json: quote.flatMap { [UInt8(ascii: "\\"), $0] }
        case .percent, .form: Array(PercentCoding.encode(String(decoding: quote, as: UTF8.self)).utf8)
        case .html: quote
        }
    }
}
