package import ExchangeModel

/// What came of a preload. It is the same whatever the order in which the answers came.
package struct PreloadReport: Sendable, Hashable {
    package struct Page: Sendable, Hashable {
        package var address: HTTPURL
        /// Its status; nil when there is no page.
        package var status: Int?
        /// Why there is no page; nil when there is one.
        package var failure: String?
        /// What it is called; empty when it says nothing of that.
        package var title = ""
        /// How many assets of the instance it takes to show it, those of its style sheets included.
        package var assets = 0
    }

    package struct Asset: Sendable, Hashable {
        package var address: HTTPURL
        /// Where the answer was from; nil when there was none.
        package var source: AssetAnswer.Source?
        /// Its status; nil when there was no answer.
        package var status: Int?
        /// Why there was no answer; nil when there was one.
        package var failure: String?
        package var bytes = 0
        package var isKept = false
        package var pages = 0

        /// Whether it is of use: an answer that is no error.
        package var isGood: Bool { status.map { (200...399).contains($0) } ?? false }
    }

    /// Another host that pages refer to; nothing was asked of it.
    package struct Elsewhere: Sendable, Hashable {
        package var origin: String
        package var assets: Int
    }

    /// The pages in the order they were named, each once.
    package var pages: [Page] = []
    /// Their assets in the order in which the pages name them, each once; what sheets name comes after.
    package var assets: [Asset] = []
    package var elsewhere: [Elsewhere] = []
    /// Requests sent, redirects of pages included; those of signing in are not.
    package var requests = 0
    package var conditional = 0
    /// Assets that were not asked for because a limit was reached.
    package var leftOut = 0
    /// Requests it would take to open each page with an empty cache.
    package var coldRequests = 0
    package var coldBytes = 0

    package var renewed: Int { assets.count { $0.source == .renewed } }
    package var cached: Int { assets.count { $0.source == .cache } }
    /// Bytes of assets that came from the instance. Those of pages do not count: on a tape, where secrets are replaced,
    /// they are others.
    package var bytesFetched: Int { assets.reduce(0) { $0 + ($1.source == .instance ? $1.bytes : 0) } }
    package var savedRequests: Int { max(0, coldRequests - requests) }
    /// Bytes of assets that opening these pages, cold, would have cost beyond this.
    package var savedBytes: Int { max(0, coldBytes - bytesFetched) }
    package var isComplete: Bool {
        leftOut == 0 && pages.allSatisfy { $0.failure == nil && ($0.status ?? 0) < 400 }
            && assets.allSatisfy(\.isGood)
    }
}
