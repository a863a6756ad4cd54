import ExchangeModel
import Notation
import NowSDK

enum AssetLinks {
    static func of(_ page: WebPage, _ instance: Instance) -> [PageAddress] {
        let base = page.base
        return page.document.assets.map { PageAddress($0.target, from: base, at: instance) }
    }

    /// The URLs an asset refers to: a redirect's target, or the URLs in a style sheet.
    static func of(_ response: HTTPResponse, at address: HTTPURL, _ instance: Instance) -> [PageAddress] {
        let isSheet = response.status == 200 && response.mediaType == "text/css"
        let texts = response.redirectLocation.map { [$0] } ?? (isSheet ? urls(in: response.body) : [])
        return texts.map { PageAddress($0, from: address, at: instance) }
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
