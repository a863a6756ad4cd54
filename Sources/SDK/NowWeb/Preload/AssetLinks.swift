import ExchangeModel
import Notation
import NowSDK

enum AssetLinks {
    enum Link: Sendable {
        case here(HTTPURL)
        case elsewhere(HTTPURL)
    }

    static func of(_ page: WebPage, _ instance: Instance) -> [Link] {
        let base = page.base
        return page.document.assets.compactMap { link($0.target, from: base, instance) }
    }

    /// The URLs an asset refers to: a redirect's target, or the URLs in a style sheet.
    static func of(_ response: HTTPResponse, at address: HTTPURL, _ instance: Instance) -> [Link] {
        if let location = response.redirectLocation {
            return link(location, from: address, instance).map { [$0] } ?? []
        }
        guard response.status == 200, response.mediaType == "text/css" else { return [] }
        return urls(in: response.body).compactMap { link($0, from: address, instance) }
    }

    private static func link(_ text: String, from base: HTTPURL, _ instance: Instance) -> Link? {
        switch PageAddress(text, from: base, at: instance) {
        case .page(let address): .here(address)
        case .elsewhere(let address): .elsewhere(address)
        case .fragment, .unsupported, .unreadable: nil
        }
    }

    static let most = 256

    /// The URLs in a style sheet, `url(…)` and `@import "…"`, outside comments: at most `most`, from the first 2 MB.
    /// Those with escapes are left out.
    static func urls(in sheet: [UInt8]) -> [String] {
        var found: [String] = [], rest = sheet.prefix(2 << 20)
        /// Whether a keyword follows, and not as a part of a longer word.
        func skip(_ word: String) -> Bool {
            guard rest.prefix(word.utf8.count).elementsEqual(word.utf8, by: { ASCII.lowercased($0) == $1 }),
                rest.startIndex == 0 || !ASCII.isName(sheet[rest.startIndex - 1])
            else { return false }
            rest = rest.dropFirst(word.utf8.count).drop(while: ASCII.isSpace)
            return true
        }
        func take(until isEnd: (UInt8) -> Bool) {
            let url = rest.prefix { !isEnd($0) }
            rest = rest.dropFirst(url.count)
            guard !rest.isEmpty, !url.isEmpty, url.count <= 8192, !url.contains(UInt8(ascii: "\\")) else { return }
            found.append(String(decoding: url, as: UTF8.self))
        }
        while let byte = rest.first, found.count < most {
            if byte == UInt8(ascii: "/"), rest.starts(with: "/*".utf8) {
                rest = rest.firstRange(of: Array("*/".utf8)).map { rest[$0.upperBound...] } ?? []
            } else if byte == UInt8(ascii: "@") && skip("@import") || byte | 0x20 == UInt8(ascii: "u") && skip("url(") {
                let isBare = byte != UInt8(ascii: "@")
                if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                    rest = rest.dropFirst()
                    take { $0 == quote || $0 == 0x0A }
                } else if isBare {
                    take { $0 == UInt8(ascii: ")") || ASCII.isSpace($0) }
                }
            } else {
                rest = rest.dropFirst()
            }
        }
        return found
    }
}
