import ExchangeModel
import Notation
import NowSDK

enum AssetLinks {
    enum Link: Sendable {
        case here(HTTPURL)
        case elsewhere(HTTPURL)
    }

    static func of(_ page: WebPage, _ instance: Instance) -> [Link] {
        let document = page.document
        var base = page.address
        if let text = document.base, let stated = link(text, from: base, instance) {
            switch stated {
            case .here(let address), .elsewhere(let address): base = address
            }
        }
        return document.assets.compactMap { link($0.target, from: base, instance) }
    }

    /// The URLs an asset refers to: a redirect's target, or the URLs in a style sheet.
    static func of(_ response: HTTPResponse, at address: HTTPURL, _ instance: Instance) -> [Link] {
        if let location = response.redirectLocation {
            return link(location, from: address, instance).map { [$0] } ?? []
        }
        guard response.status == 200, response.mediaType == "text/css" else { return [] }
        return StyleSheetLinks.find(in: response.body).compactMap { link($0, from: address, instance) }
    }

    private static func link(_ text: String, from base: HTTPURL, _ instance: Instance) -> Link? {
        switch PageAddress(text, from: base, at: instance) {
        case .page(let address): .here(address)
        case .elsewhere(let address): .elsewhere(address)
        case .fragment, .unsupported, .unreadable: nil
        }
    }
}

/// Finds the URLs in a style sheet, `url(…)` and `@import "…"`, outside comments and strings, in one pass.
struct StyleSheetLinks {
    static let most = 256

    private let bytes: ArraySlice<UInt8>
    private var at: Int
    private var found: [String] = []

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        at = bytes.startIndex
    }

    /// The URLs as written, in order; at most `most`, from the first 2 MB.
    static func find(in sheet: [UInt8]) -> [String] {
        var links = StyleSheetLinks(sheet.prefix(2 << 20))
        links.read()
        return links.found
    }

    private mutating func read() {
        while at < bytes.endIndex, found.count < StyleSheetLinks.most {
            let byte = bytes[at]
            if byte == UInt8(ascii: "/"), next(1) == UInt8(ascii: "*") {
                skipComment()
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                _ = quoted()
            } else if byte == UInt8(ascii: "@") || ASCII.isName(byte) || byte == UInt8(ascii: "-") {
                readWord()
            } else {
                at += byte == UInt8(ascii: "\\") ? 2 : 1
            }
        }
    }

    /// Words are read whole, so that `curl(` does not match `url(`.
    private mutating func readWord() {
        let start = at
        at += 1
        while let byte = next(0), ASCII.isName(byte) || byte == UInt8(ascii: "-") { at += 1 }
        let length = at - start
        if length == 3, next(0) == UInt8(ascii: "("), word(start) == "url" {
            at += 1
            skipBlanks()
            take(next(0) == UInt8(ascii: "\"") || next(0) == UInt8(ascii: "'") ? quoted() : bare())
        } else if length == 7, word(start) == "@import" {
            skipBlanks()
            if next(0) == UInt8(ascii: "\"") || next(0) == UInt8(ascii: "'") { take(quoted()) }
        }
    }

    private mutating func take(_ text: [UInt8]) {
        guard !text.isEmpty, text.count <= 8192 else { return }
        found.append(String(decoding: text, as: UTF8.self))
    }

    /// The content of a quoted string; an unterminated one ends with its line.
    private mutating func quoted() -> [UInt8] {
        let quote = bytes[at]
        at += 1
        var text: [UInt8] = []
        while let byte = next(0) {
            at += 1
            if byte == quote { return text }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return [] }
            if byte == UInt8(ascii: "\\") { escape(into: &text) } else { text.append(byte) }
        }
        return []
    }

    /// The unquoted content of parentheses.
    private mutating func bare() -> [UInt8] {
        var text: [UInt8] = []
        while let byte = next(0), byte != UInt8(ascii: ")") {
            at += 1
            if ASCII.isSpace(byte) { break }
            if byte == UInt8(ascii: "\\") { escape(into: &text) } else { text.append(byte) }
        }
        return text
    }

    /// An escape: up to six hexadecimal digits and one blank, or the byte itself.
    private mutating func escape(into text: inout [UInt8]) {
        var number: UInt32 = 0
        var digits = 0
        while digits < 6, let value = next(0).flatMap(ASCII.hexValue) {
            number = number * 16 + UInt32(value)
            digits += 1
            at += 1
        }
        if digits > 0 {
            if let byte = next(0), ASCII.isSpace(byte) { at += 1 }
            text.append(contentsOf: String(Unicode.Scalar(number) ?? "\u{FFFD}").utf8)
        } else if let byte = next(0) {
            at += 1
            if byte != UInt8(ascii: "\n") { text.append(byte) }
        }
    }

    private mutating func skipComment() {
        at += 2
        while let byte = next(0) {
            at += 1
            if byte == UInt8(ascii: "*"), next(0) == UInt8(ascii: "/") {
                at += 1
                return
            }
        }
    }

    private mutating func skipBlanks() {
        while let byte = next(0), ASCII.isSpace(byte) { at += 1 }
    }

    private func next(_ offset: Int) -> UInt8? { at + offset < bytes.endIndex ? bytes[at + offset] : nil }

    private func word(_ start: Int) -> String { ASCII.lowercased(String(decoding: bytes[start..<at], as: UTF8.self)) }
}
