package import ExchangeModel
import Notation

package enum RequestFailure: Error, Sendable, Hashable, CustomStringConvertible {
    case transport(TransportFailure)
    case errorResponse(ErrorResponse)
    case noRecord(name: String, table: String)
    /// Several records have that name; their sys_ids.
    case ambiguous(name: String, table: String, sysIDs: [String])
    case invalidRequest(String)
    case stalled(ListStall)

    package var description: String {
        switch self {
        case .transport(let failure): failure.message
        case .errorResponse(let errorResponse): errorResponse.description
        case .noRecord(let name, let table): "No record of \(table) is called \(name), or you may not read it."
        case .ambiguous(let name, let table, let sysIDs):
            "\(sysIDs.count) or more records of \(table) are called \(name): " + sysIDs.joined(separator: ", ") + "."
        case .invalidRequest(let message): message
        case .stalled(let stall): stall.message
        }
    }
}

package struct ErrorResponse: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case notSignedIn
        case forbidden
        case notFound
        case invalid
        case tooManyRequests
        case server
        case notJSON
        case truncated
    }

    package let kind: Kind
    package let status: Int
    package let message: String
    package let detail: String?
    package let retryAfter: Int?
    package let sentAt: Timestamp?
    /// The complete rows of a truncated list, as a list in JSON; nil if unknown.
    private let list: [UInt8]?
    package let cause: Cause?

    package enum Cause: Sendable, Hashable {
        /// An HTML page with this title, possibly empty: a login page, a proxy or a hibernating developer instance.
        case webPage(title: String)
        case unknownTable
    }

    package init(
        _ kind: Kind, status: Int, message: String, detail: String? = nil, retryAfter: Int? = nil,
        sentAt: Timestamp? = nil, rows: [UInt8]? = nil, cause: Cause? = nil
    ) {
        self.kind = kind
        self.status = status
        self.message = message
        self.detail = detail
        self.retryAfter = retryAfter
        self.sentAt = sentAt
        list = rows
        self.cause = cause
    }

    package var wholeRows: [TableRow]? {
        list.map { (try? JSONDocument($0))?.root.elements.map(TableRow.init) ?? [] }
    }

    package var isUnknownTable: Bool { cause == .unknownTable }

    var words: String { detail.map { "\(message): \($0)" } ?? message }

    package var description: String { kind == .truncated || kind == .notJSON ? words : "\(words) (HTTP \(status))" }
}

package enum ListStall: Sendable, Hashable {
    case repeated
    case empty(batches: Int)

    var message: String {
        switch self {
        case .repeated: "The instance sent the same records again for another page."
        case .empty(let batches):
            "The instance sent \(batches) pages in a row without a record, and says that there are more."
        }
    }
}

extension Transport {
    func answer(_ request: HTTPRequest) async throws(RequestFailure) -> HTTPResponse {
        do {
            return try await send(request)
        } catch {
            throw .transport(error)
        }
    }

    package func apiResponse(to request: HTTPRequest) async throws(RequestFailure) -> APIResponse {
        APIResponse(try await answer(request))
    }
}
