import ExchangeModel
import Notation
import NowWeb
import Rendering
import TestSupport

/// HTML pages: the reader of documents, and the scanner that finds tags.
enum PageProperties {
    static func check(_ input: [UInt8]) throws {
        var random = SeededGenerator(for: input)
        let type = random.pick([
            nil, "text/html", "text/html; charset=UTF-8", "text/html; charset=utf-16", "text/html;charset=sjis",
        ])
        let document = PageReader.document(input, contentType: type)
        if let property = DocumentProperties.broken(document, of: input) { throw Violation(property) }
        try require(PageReader.document(input, contentType: type) == document, "read again, it is another document")
        try checkScanner(input)
        try checkFilling(document)
    }

    /// A form that is read can be filled in and sent.
    private static func checkFilling(_ document: Document) throws {
        guard let form = document.forms.first,
            let name = form.fields.first(where: { $0.kind == .area && !$0.isDisabled })?.name
        else { return }
        var filling = FormFiller(form)
        try? filling.fill([FormEntry(name, .text("a<b>\n\"&amp;ü"))])
        guard let sent = try? filling.submission() else { return }
        try require(sent.form.fields.count == form.fields.count, "a field is gone")
    }

    /// Tokens are in order and inside the text.
    private static func checkScanner(_ input: [UInt8]) throws {
        var scanner = HTMLScanner(input)
        var last = 0, count = 0
        while let token = scanner.next() {
            count += 1
            try require(count <= input.count, "more tokens than bytes")
            if case .text(let range) = token { try requireInside(range, input.count, "a text") }
            if case .startTag(let tag) = token {
                try require(tag.start >= last && tag.start < input.count, "a tag at \(tag.start)")
                while let attribute = scanner.attribute() {
                    try requireInside(attribute.name, input.count, "an attribute")
                    if let value = attribute.value { try requireInside(value, input.count, "a value") }
                }
            }
            try require(scanner.place >= last && scanner.place <= input.count, "the scanner goes back")
            last = scanner.place
        }
    }
}
