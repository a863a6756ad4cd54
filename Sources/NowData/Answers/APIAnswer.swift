package import ExchangeModel
package import Notation

/// An answer of any REST API.
package struct APIAnswer: Sendable {
    /// The answer as it came.
    package let response: HTTPResponse

    /// Takes an answer of any status.
    package init(_ response: HTTPResponse) { self.response = response }

    /// Throws the refusal that a status other than one of success is; 304 says that nothing has changed, as was asked.
    package func check() throws(RequestFailure) {
        if response.status != 304 { try AnswerReader.check(response) }
    }

    /// Whether the answer calls itself JSON (`application/json`, or a type that is built on it).
    package var isJSON: Bool {
        let type = ASCII.lowercased(response.headers["Content-Type"] ?? "")
        let name = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
        return name.elementsEqual("application/json".utf8) || String(name)?.hasSuffix("+json") ?? false
    }

    /// The JSON of the answer. Throws a refusal when it is none, or was broken off.
    package func json() throws(RequestFailure) -> JSONNode { try AnswerReader.json(response) }
}
