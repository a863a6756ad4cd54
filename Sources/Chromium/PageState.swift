import Notation

/// How far the page in the browser's tab is, as its events tell.
struct PageState: Sendable {
    /// The tab's conversation; events of others are not heard.
    var session: String?
    /// The frame that is the page itself; nil until it is known.
    var frame: String?
    /// The documents that this frame has shown, by the number of their loading.
    private(set) var seen: Set<String> = []
    /// The one that it shows.
    private(set) var loader: String?
    /// Whether that one has loaded, with all that belongs to it.
    private(set) var isLoaded = false
    /// Whether nothing has been fetched for half a second since.
    private(set) var isIdle = false
    /// Whether the tab's process has died.
    private(set) var hasCrashed = false

    /// Takes in an event.
    mutating func take(_ method: String, _ event: JSON) {
        if method == "Inspector.targetCrashed" || method == "Target.targetCrashed" { hasCrashed = true }
        guard method == "Page.lifecycleEvent", let frame, event["frameId"]?.scalarText == frame,
            let loader = event["loaderId"]?.scalarText, let name = event["name"]?.scalarText
        else { return }
        if loader != self.loader {
            // A latecomer of a page that was left says nothing of this one.
            guard seen.insert(loader).inserted else { return }
            self.loader = loader
            isLoaded = false
            isIdle = false
        }
        if name == "load" { isLoaded = true }
        if name == "networkIdle" { isIdle = true }
    }
}
