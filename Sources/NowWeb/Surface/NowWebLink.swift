import ExchangeModel
public import FoundationEssentials
import Notation

/// A link of a page.
public struct NowWebLink: Sendable, Hashable {
    /// What people read; may be empty.
    public let text: String
    /// Its address as the page has it.
    public let target: String
    let page: HTTPURL
    let base: HTTPURL

    init(_ link: Document.Link, of page: HTTPURL, base: HTTPURL) {
        text = link.text
        target = link.target
        self.page = page
        self.base = base
    }

    /// Where it leads; nil when that is no address of a page.
    public var url: URL? { base.resolving(target).flatMap { URL(string: $0.description) } }
}
