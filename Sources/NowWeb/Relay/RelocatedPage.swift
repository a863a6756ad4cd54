package import ExchangeModel

/// A page of an instance at another address: what is done to it wherever a browser sees it from somewhere else.
package enum RelocatedPage {
    /// The answer with the addresses of its own instance made relative to the root, when it is a page, and with policies
    /// under which it reaches nothing but the address where it is shown. Nothing else about it is changed.
    package static func made(_ response: HTTPResponse, instance: HTTPURL) -> HTTPResponse {
        var answer = response
        RelayPolicy.put(on: &answer, as: response.headers, origin: instance.origin)
        if RelayMarkup.isMarkup(response) {
            answer.body = RelayMarkup.adapted(response.body, origin: instance.origin, sheet: nil, banner: "")
        }
        return answer
    }
}
