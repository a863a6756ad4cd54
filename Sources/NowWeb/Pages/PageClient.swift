package import ExchangeModel
package import NowSDK

/// Fetches pages of one instance: follows redirects within it, and stops at its borders.
package struct PageClient: Sendable {
    /// The instance whose pages they are.
    package let instance: Instance
    /// What requests are sent by; it signs in.
    package let transport: any Transport

    /// A client over a transport that signs in.
    package init(instance: Instance, transport: any Transport) {
        self.instance = instance
        self.transport = transport
    }

    /// What a page is asked for with.
    package static let accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"
    /// What everything that belongs to a page is asked for with.
    package static let acceptAsset = "*/*"

    /// Fetches a page.
    package func page(at address: HTTPURL) async throws(PageFailure) -> WebPage {
        throw PageFailure(.unsupported, "Pages cannot be fetched yet.")
    }

    /// Sends a request whose answer is a page, a form that was filled in for instance, and follows where it leads.
    package func page(for request: HTTPRequest) async throws(PageFailure) -> WebPage {
        throw PageFailure(.unsupported, "Pages cannot be fetched yet.")
    }
}
