package import ExchangeModel
package import Notation

/// A page as it came.
package struct WebPage: Sendable {
    /// The address that answered, after redirects.
    package let address: HTTPURL
    /// The answer.
    package let response: HTTPResponse
    /// What it says.
    package let document: Document

    /// A page of an answer.
    package init(address: HTTPURL, response: HTTPResponse) {
        self.address = address
        self.response = response
        document = PageReader.document(response.body, contentType: response.headers["Content-Type"])
    }
}
