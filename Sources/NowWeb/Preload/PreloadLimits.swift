/// How much one preload may fetch.
package struct PreloadLimits: Sendable, Hashable {
    /// Requests under way at once.
    package var parallel = 6
    /// Assets over all pages.
    package var assets = 2000
    /// Bytes of assets that come from the instance; what is beyond is seen after a round of requests.
    package var bytes = 48 << 20
    /// Bytes of one asset.
    package var assetBytes = 16 << 20
    /// How often an asset may lead to others, a sheet to a sheet to a picture for instance.
    package var depth = 4

    /// What suits a terminal.
    package init() {}
}
