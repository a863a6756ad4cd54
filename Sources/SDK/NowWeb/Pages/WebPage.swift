package import ExchangeModel
package import Notation
import NowSDK
import Synchronization

/// A page as received. Other responses (JSON, text, images) are pages too, as far as they can be shown.
package struct WebPage: Sendable {
    package let address: HTTPURL
    package let response: HTTPResponse
    /// The document as the instance sent it, if values were typed into this page.
    package let received: Document?
    private let reading = Reading()

    package init(address: HTTPURL, response: HTTPResponse, received: Document? = nil) {
        self.address = address
        self.response = response
        self.received = received
    }

    /// The parsed page, cached on first access. Empty if it is not HTML.
    package var document: Document {
        guard isHTML else { return Document() }
        return reading.document.withLock { kept in
            if let kept { return kept }
            let read = PageReader.document(response.body, contentType: response.headers["Content-Type"])
            kept = read
            return read
        }
    }

    /// Whether the content is HTML, by its media type or, without one, by beginning with a tag.
    package var isHTML: Bool {
        guard let type = mediaType else {
            return response.body.first { $0 > 0x20 } == UInt8(ascii: "<")
        }
        return type == "text/html" || type == "application/xhtml+xml"
    }

    /// The media type in lower case, without parameters (`application/json`); nil if missing.
    package var mediaType: String? {
        guard let line = response.headers["Content-Type"] else { return nil }
        let type = line.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }.filter { $0 > 0x20 }
        return type.isEmpty ? nil : String(decoding: type, as: UTF8.self).lowercased()
    }

    private final class Reading: Sendable {
        let document = Mutex<Document?>(nil)
    }
}

extension WebPage {
    /// Where a page without a form refreshes to within five seconds; nil for login pages and pages that lead to one.
    func earlyRefresh(at instance: Instance) -> HTTPURL? {
        guard isHTML, response.body.count <= 16_384, !LoginPages.contains(address), let refresh = document.refresh,
            0...5 ~= refresh.seconds, document.forms.isEmpty, !refresh.target.isEmpty
        else { return nil }
        let base = document.base.flatMap { address.resolving($0) } ?? address
        guard case .page(let target) = PageAddress(refresh.target, from: base, at: instance), target != address,
            !LoginPages.contains(target)
        else { return nil }
        return target
    }
}
