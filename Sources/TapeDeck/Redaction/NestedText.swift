import ExchangeModel

/// A text inside another one, decoded. What is found in it is given by its place in the outer text.
struct NestedText {
    /// The decoded text.
    let bytes: [UInt8]
    private let view: EscapedView?
    private let escape: EscapedView.Escape?
    private let start: Int

    /// - Parameter escape: how the text is written in the outer one; nil when it is there as it is.
    init(_ source: ArraySlice<UInt8>, _ escape: EscapedView.Escape?) {
        view = escape.flatMap { EscapedView(source, of: $0) }
        bytes = view?.bytes ?? Array(source)
        start = source.startIndex
        self.escape = escape
    }

    /// Where a range of the decoded text, which is not empty, is in the outer one.
    func place(of range: Range<Int>) -> Range<Int> {
        view?.place(of: range) ?? range.lowerBound + start..<range.upperBound + start
    }

    /// What is found inside, with its place outside. The secret itself is kept decoded, so that it stays the same secret
    /// at any depth.
    func finds(by redactor: ([UInt8]) -> [Find]) -> [Find] {
        redactor(bytes).filter { !$0.range.isEmpty }.map { inner in
            guard let escape else { return inner.moved(by: start) }
            var find = inner
            find.range = place(of: inner.range)
            find.nested = .init(
                secret: inner.secret(in: bytes), quote: Self.written(inner.quote, escape),
                escapes: (inner.nested?.escapes ?? []) + [escape])
            return find
        }
    }

    /// A text of the inner level as it is written one level further out.
    static func written(_ text: [UInt8], _ escape: EscapedView.Escape) -> [UInt8] {
        switch escape {
        case .json:
            text.flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") ? [UInt8(ascii: "\\"), $0] : [$0] }
        case .percent, .form: Array(PercentCoding.encode(String(decoding: text, as: UTF8.self)).utf8)
        case .html: text
        }
    }
}
