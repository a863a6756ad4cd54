package import ExchangeModel
package import NowSDK

/// Where a link, or what somebody typed, leads.
package enum PageAddress: Sendable, Hashable {
    /// A page of the instance.
    case page(HTTPURL)
    /// A place in the page itself (`#notes`): its name.
    case fragment(String)
    /// An address of another host, which no credential goes to and which is not opened here.
    case elsewhere(HTTPURL)
    /// An address that is no page: `javascript:`, `data:`, `mailto:` and the like; the scheme in lower case.
    case unsupported(scheme: String)
    /// No address at all.
    case unreadable

    /// Where a text leads from a page (or from the instance's root).
    package init(_ text: String, from base: HTTPURL?, at instance: Instance) { self = .unreadable }
}
