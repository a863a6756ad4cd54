package import ExchangeModel
package import Notation
package import NowSDK

/// What a form sends.
package struct FormSubmission: Sendable, Hashable {
    /// A file that is sent.
    package struct File: Sendable, Hashable {
        /// Its name; empty for none.
        package var name: String
        /// Its media type.
        package var contentType: String
        /// What it holds.
        package var bytes: [UInt8]
    }

    /// What a field sends.
    package enum Value: Sendable, Hashable {
        /// A text.
        case text(String)
        /// A file.
        case file(File)
    }

    /// A name and what is sent under it.
    package struct Entry: Sendable, Hashable {
        /// The field's name.
        package var name: String
        /// What it sends.
        package var value: Value

        init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// Whether it is posted; else it stands in the address that is asked for, and changes nothing.
    package let isPost: Bool
    /// Where it is sent, as the page has it; nil or empty: to the page's own address.
    package let action: String?
    /// How it is written when it is posted.
    package let encoding: Form.Encoding
    /// What is sent, in the order of the form.
    package let entries: [Entry]
    /// What was typed into fields that are not shown: note them as secrets before anything is sent.
    package let secrets: [String]

    /// The address it is sent to, without what it sends.
    ///
    /// - Parameters:
    ///   - page: the address of the page that has the form.
    ///   - base: what the page's addresses are relative to, as the page has it (`Document.base`).
    package func address(
        from page: HTTPURL, base: String? = nil, at instance: Instance
    ) throws(FormFailure) -> HTTPURL {
        let target: PageAddress
        if let action, !action.allSatisfy(\.isWhitespace) {
            target = PageAddress(action, from: FormSubmission.base(base, of: page, at: instance), at: instance)
        } else {
            target = page.origin == instance.description ? .page(page) : .elsewhere(page)
        }
        switch target {
        case .page(let url): return url
        case .fragment: return page
        case .elsewhere(let url):
            var failure = FormFailure(.elsewhere, "")
            failure.address = url
            throw failure
        case .unsupported, .unreadable: throw FormFailure(.unreadable, "", value: action ?? "")
        }
    }

    /// The request that sends it. See `address(from:base:at:)`.
    package func request(
        from page: HTTPURL, base: String? = nil, at instance: Instance
    ) throws(FormFailure) -> HTTPRequest {
        var url = try address(from: page, base: base, at: instance)
        guard isPost else {
            url.query = FormWriter.fields(entries)
            return HTTPRequest(.get, url, headers: ["Accept": PageClient.accept])
        }
        let (type, body) = FormWriter.body(entries, encoding)
        return HTTPRequest(.post, url, headers: ["Accept": PageClient.accept, "Content-Type": type], body: body)
    }

    private static func base(_ base: String?, of page: HTTPURL, at instance: Instance) -> HTTPURL {
        switch base.map({ PageAddress($0, from: page, at: instance) }) {
        case .page(let url)?, .elsewhere(let url)?: url
        default: page
        }
    }
}
