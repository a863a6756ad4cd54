/// What came of preloading pages.
public struct NowWebPreload: Sendable, Hashable {
    /// How many pages came.
    public let pages: Int
    /// How many pages did not come, or came as an error.
    public let failedPages: Int
    /// How many style sheets, scripts and pictures the pages need.
    public let assets: Int
    /// How many of them are kept.
    public let keptAssets: Int
    /// How many requests were sent.
    public let requests: Int

    init(_ report: PreloadReport) {
        pages = report.pages.count { $0.failure == nil && ($0.status ?? 0) < 400 }
        failedPages = report.pages.count - pages
        assets = report.assets.count
        keptAssets = report.assets.count { $0.isKept }
        requests = report.requests
    }
}
