import NowWeb

extension ShellSession {
    /// What this session remembers of pages.
    var pages: PageDesk {
        get throws(Problem) { try connected().pages }
    }
}
