import Tables
package import Workbench
import NowWeb

extension Capability {
    package static let pages = Capability(
        "Pages",
        commands: [
            .pageOpen, .pageFollow, .pageBack, .pageForward, .pageReload, .pageLinks, .pageFind, .pageSource,
            .pageForm, .pageBrowse, .pageShot, .pagePreload, .pageTheme,
        ],
        groups: [
            CommandGroup("page", "Read pages, fill in forms, and open pages in a browser")
        ],
        topics: [HelpTopics.pages],
        settings: [
            SettingDefinition(
                "theme", .theme, fallback: "none", "The colors of pages; none is the terminal's own (page theme)",
                orFile: [ThemeFile.none] + WebTheme.builtIn.map(\.name))
        ],
        completes: CompletionEngine.pageValues)
}
