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

    /// Where a text leads from a page (or from the instance's root), read as a browser reads it.
    ///
    /// Another port is another host. `http` to the instance's own host counts as its `https`. User information is never
    /// part of the address: at the instance it makes it unreadable, because the page would not come in that name.
    package init(_ text: String, from base: HTTPURL?, at instance: Instance) {
        let reader = AddressReader(base: base, instance: instance)
        self = reader.read(text)
    }

    /// The page that is shown inside a frame of the platform (`/nav_to.do?uri=…`,
    /// `/now/nav/ui/classic/params/target/…`), or wherever that leads; what is no frame stays as it is.
    package func unframed(at instance: Instance) -> PageAddress {
        var address = self
        // A frame in a frame is seen now and then, more are nobody's.
        for _ in 0..<4 {
            guard case .page(let url) = address, let framed = PageAddress.framed(by: url) else { return address }
            let inner = PageAddress(framed, from: nil, at: instance)
            if case .unreadable = inner { return address }
            address = inner
        }
        return address
    }

    /// What a frame shows, as it is written there; nil when the address is no frame's.
    private static func framed(by url: HTTPURL) -> String? {
        if url.path == "/nav_to.do" { return url.queryFields.first { $0.name == "uri" }?.value }
        let frame = "/now/nav/ui/classic/params/target/"
        guard url.path.hasPrefix(frame) else { return nil }
        let target = PercentCoding.decode(url.path.dropFirst(frame.count))
        // Seen escaped twice.
        return target.contains("?") ? target : PercentCoding.decode(target)
    }
}
