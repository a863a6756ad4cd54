import ExchangeModel

/// The addresses of frames: pages that hold nothing but a menu and another page, whose address stands in their own.
enum PageFrame {
    private static let nextExperience = "/now/nav/ui/classic/params/target/"

    /// The address of the page in a frame, as the frame's address has it; nil for what is no frame, or an empty one.
    static func content(of url: HTTPURL) -> String? {
        if url.path.hasPrefix(nextExperience) {
            let target = PercentCoding.decode(url.path.dropFirst(nextExperience.count))
            return fromRoot(target)
        }
        guard url.path == "/nav_to.do" else { return nil }
        return url.queryFields.first { $0.name == "uri" }.flatMap { fromRoot($0.value) }
    }

    /// Frames stand at the root, and so does what they show.
    private static func fromRoot(_ target: String) -> String? {
        if target.isEmpty { return nil }
        return target.hasPrefix("/") || HTTPURL(target) != nil ? target : "/" + target
    }
}
