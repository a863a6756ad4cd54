package import ExchangeModel

/// The result of a preload, independent of the order of responses.
package struct PreloadReport: Sendable, Hashable {
    package struct Page: Sendable, Hashable {
        package var address: HTTPURL
        /// The status; nil if there is no page.
        package var status: Int?
        /// Why there is no page; nil if there is one.
        package var failure: String?
        /// The title; empty if there is none.
        package var title = ""
        /// How many assets of the instance the page needs, including those of its style sheets.
        package var assets = 0
    }

    package struct Asset: Sendable, Hashable {
        package var address: HTTPURL
        /// The source of the response; nil if there was none.
        package var source: AssetResponse.Source?
        /// The status; nil if there was no response.
        package var status: Int?
        /// Why there was no response; nil if there was one.
        package var failure: String?
        package var bytes = 0
        package var isKept = false
        package var pages = 0

        package var isGood: Bool { status.map { (200...399).contains($0) } ?? false }
    }

    /// Another host that pages refer to. Nothing is requested from it.
    package struct ForeignHost: Sendable, Hashable {
        package var origin: String
        package var assets: Int
    }

    /// The distinct pages, in the given order.
    package var pages: [Page] = []
    /// The distinct assets in page order, then those of style sheets.
    package var assets: [Asset] = []
    package var elsewhere: [ForeignHost] = []
    /// Requests sent, including redirects of pages but not sign-in.
    package var requests = 0
    package var conditional = 0
    /// Assets not requested because of a limit.
    package var leftOut = 0
    /// Requests needed to open each page with an empty cache.
    package var coldRequests = 0
    package var coldBytes = 0

    package var renewed: Int { assets.count { $0.source == .renewed } }
    package var cached: Int { assets.count { $0.source == .cache } }
    /// Bytes of assets fetched from the instance. Pages are not counted: redaction changes their size on a tape.
    package var bytesFetched: Int { assets.reduce(0) { $0 + ($1.source == .instance ? $1.bytes : 0) } }
    package var savedRequests: Int { max(0, coldRequests - requests) }
    /// Bytes of assets saved when opening these pages, compared with an empty cache.
    package var savedBytes: Int { max(0, coldBytes - bytesFetched) }
    package var isComplete: Bool {
        leftOut == 0 && pages.allSatisfy { $0.failure == nil && ($0.status ?? 0) < 400 }
            && assets.allSatisfy(\.isGood)
    }
}
