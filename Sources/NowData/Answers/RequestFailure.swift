package import ExchangeModel

/// Why a request to an instance has no usable answer.
package enum RequestFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// No answer came.
    case transport(TransportFailure)
    case refused(InstanceRefusal)
    case noRecord(name: String, table: String)
    /// Several records go by that name; their sys_ids.
    case ambiguous(name: String, table: String, sysIDs: [String])
    /// The request cannot be sent, for this reason.
    case unaskable(String)
    /// The instance sends nothing new of a list that it says has more records.
    case stalled(ListStall)

    package var description: String {
        switch self {
        case .transport(let failure): failure.message
        case .refused(let refusal): refusal.description
        case .noRecord(let name, let table): "No record of \(table) is called \(name), or you may not read it."
        case .ambiguous(let name, let table, let sysIDs):
            "\(sysIDs.count) or more records of \(table) are called \(name): " + sysIDs.joined(separator: ", ") + "."
        case .unaskable(let message): message
        case .stalled(let stall): stall.message
        }
    }
}

/// An answer that is not what was asked for: the instance says no, or says something else.
package struct InstanceRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// 401.
        case notSignedIn
        /// 403.
        case forbidden
        /// 404: there is no such record, or it may not be seen; instances do not say which.
        case notFound
        /// 400 and other 4xx.
        case invalid
        /// 429.
        case tooManyRequests
        /// 5xx.
        case server
        /// An answer that should be JSON and is not: a login page, a sleeping developer instance.
        case notJSON
        case truncated
    }

    package let kind: Kind
    package let status: Int
    /// The instance's own words, made safe to show, or a sentence where it has none.
    package let message: String
    package let detail: String?
    /// How many seconds the instance wants to be left alone; nil when it does not say.
    package let retryAfter: Int?
    /// How many rows of a list came whole before the answer broke off; nil when that is not known.
    package let wholeRows: Int?
    /// What is known beyond the class.
    package let cause: Cause?

    /// What an answer shows beyond its class.
    package enum Cause: Sendable, Hashable {
        /// A web page of that title, empty when it has none: a login page, a proxy, a sleeping developer instance.
        case webPage(title: String)
        /// The table does not exist.
        case unknownTable
    }

    package init(
        _ kind: Kind, status: Int, message: String, detail: String? = nil, retryAfter: Int? = nil,
        wholeRows: Int? = nil, cause: Cause? = nil
    ) {
        self.kind = kind
        self.status = status
        self.message = message
        self.detail = detail
        self.retryAfter = retryAfter
        self.wholeRows = wholeRows
        self.cause = cause
    }

    /// Whether it says that the requested table does not exist.
    package var saysTableIsInvalid: Bool { cause == .unknownTable }

    var words: String { detail.map { "\(message): \($0)" } ?? message }

    /// One sentence: status, message, detail.
    package var description: String {
        kind == .truncated || kind == .notJSON ? words : "\(words) (HTTP \(status))"
    }
}

/// Why a list does not come to an end.
package enum ListStall: Sendable, Hashable {
    /// The instance sends records that it has sent before.
    case repeated
    /// So many batches in a row held no record, although there are more.
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
    /// Sends a request; a failure of the transport is a `RequestFailure`.
    func answer(_ request: HTTPRequest) async throws(RequestFailure) -> HTTPResponse {
        do {
            return try await send(request)
        } catch {
            throw .transport(error)
        }
    }
}
