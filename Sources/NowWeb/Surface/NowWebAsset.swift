import ExchangeModel
public import FoundationEssentials

/// Something that belongs to a page.
public struct NowWebAsset: Sendable, Hashable {
    /// What it holds.
    public let data: Data
    /// Its media type, as the instance says; nil when it says nothing.
    public let contentType: String?
    /// The status of the answer.
    public let statusCode: Int
    /// Whether nobody was asked for it now.
    public let isFromCache: Bool

    init(_ answer: AssetAnswer) {
        data = Data(answer.response.body)
        contentType = answer.response.headers["Content-Type"]
        statusCode = answer.response.status
        isFromCache = answer.source == .cache
    }
}
