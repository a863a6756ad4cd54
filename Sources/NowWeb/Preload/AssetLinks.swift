import ExchangeModel
import Notation
import NowSDK

/// What an answer leads to that belongs to a page.
enum AssetLinks {
    /// Where one leads.
    enum Link: Sendable {
        case here(HTTPURL)
        case elsewhere(HTTPURL)
    }

    /// What a page names.
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

    /// What an asset leads to: a redirect to where it is, a style sheet to what it names.
    static func of(_ response: HTTPResponse, at address: HTTPURL, _ instance: Instance) -> [Link] {
        if [301, 302, 303, 307, 308].contains(response.status) {
            return response.headers["Location"].flatMap { link($0, from: address, instance) }.map { [$0] } ?? []
        }
        guard response.status == 200, isStyleSheet(response) else { return [] }
        return StyleSheetLinks.find(in: response.body).compactMap { link($0, from: address, instance) }
    }

    private static func isStyleSheet(_ response: HTTPResponse) -> Bool {
        ASCII.lowercased(response.headers["Content-Type"] ?? "").hasPrefix("text/css")
    }

    private static func link(_ text: String, from base: HTTPURL, _ instance: Instance) -> Link? {
        switch PageAddress(text, from: base, at: instance) {
        case .page(let address): .here(address)
        case .elsewhere(let address): .elsewhere(address)
        case .fragment, .unsupported, .unreadable: nil
        }
    }
}
