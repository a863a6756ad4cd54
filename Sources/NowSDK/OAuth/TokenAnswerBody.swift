import ExchangeModel
import Notation

/// The body of an answer that should be a JSON object, and what it is when it is none.
struct TokenAnswerBody {
    /// The object; nil when it is something else.
    let object: JSONNode?
    private let isJSON: Bool
    private let bytes: [UInt8]
    private let mediaType: String

    init(_ response: HTTPResponse) {
        bytes = response.body
        let type = response.headers["Content-Type"] ?? ""
        mediaType = ASCII.lowercased(String(ASCII.trimmed(type.prefix { $0 != ";" })))
        let root = (try? JSONDocument(bytes))?.root
        isJSON = root != nil
        object = root?.kind == .object ? root : nil
    }

    /// The title of a page, empty when it has none; nil when it is no page.
    var page: String? {
        guard object == nil else { return nil }
        let start = ASCII.lowercased(String(decoding: bytes.drop { ASCII.isSpace($0) }.prefix(16), as: UTF8.self))
        let isPage =
            mediaType == "text/html" || mediaType == "application/xhtml+xml" || start.contains("<!doctype html")
            || start.contains("<html")
        return isPage && !bytes.isEmpty ? PageTitle.of(bytes, limit: InstanceWords.limit) ?? "" : nil
    }

    /// Why there is no object.
    func fault(status: Int) -> SignInTrouble.TokenAnswerFault {
        if isJSON { return .member("access_token") }
        if breaksOff { return .truncated }
        if let page { return .page(title: page, status: status) }
        return .notJSON(type: InstanceWords.of(mediaType), status: status)
    }

    /// Whether it begins as an object and ends before that does, or is declared JSON and has not begun.
    private var breaksOff: Bool {
        let text = bytes.drop { ASCII.isSpace($0) }
        guard text.first == UInt8(ascii: "{") else { return text.isEmpty && mediaType == "application/json" }
        var depth = 0
        var isString = false, isEscaped = false
        for byte in text {
            if isEscaped {
                isEscaped = false
            } else if isString {
                if byte == UInt8(ascii: "\\") { isEscaped = true }
                if byte == UInt8(ascii: "\"") { isString = false }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
                if depth == 0 { return false }
            }
        }
        return true
    }
}
