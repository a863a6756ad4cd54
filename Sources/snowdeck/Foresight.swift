import LineEditing
import LiveTransport

/// What the arguments let us expect before they are read.
enum Foresight {
    /// Words of runs that need no network: a tape plays, or something is only explained or listed.
    private static let quiet = [
        "replay", "dump", "serve", "tape", "links", "source", "find", "cache", "theme", "history", "help", "set",
        "quit", "format", "--help", "-h", "--version",
    ]

    /// Begins to load libcurl when the arguments look like a run that will ask an instance: that takes longer than
    /// reading them, so it goes on meanwhile. A wrong guess costs a little time on another processor, or saves none.
    ///
    /// - Returns: the thread that does it; nil when there is nothing to be loaded.
    static func prepare(for arguments: ArraySlice<String>) -> WorkerThread? {
        guard !arguments.isEmpty, !arguments.contains(where: { word in quiet.contains { isNamed($0, by: word) } })
        else { return nil }
        let thread = WorkerThread()
        return thread.begin { CurlTransport.prepare() } ? thread : nil
    }

    /// Whether an argument is that word, or sets a flag to it.
    private static func isNamed(_ word: String, by argument: String) -> Bool {
        argument == word || argument.hasPrefix("--mode=") && argument.hasSuffix("=" + word)
    }
}
