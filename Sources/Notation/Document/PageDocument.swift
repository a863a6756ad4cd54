/// A page as people read it: its blocks in order, and beside them what they refer to by number.
///
/// It holds what the page says, no more: nothing in it was run, fetched or judged. Texts are as the page has them, with
/// white space collapsed where a browser would; whoever shows them makes them harmless for a terminal.
package struct Document: Sendable, Hashable {
    /// The page's title; empty when it has none.
    package var title = ""
    /// The language that the page names (`lang`); nil when it names none.
    package var language: String?
    /// The name of the form or page, as instances tell it (`data-formName` of the body); nil when it tells none.
    package var formName: String?
    /// What relative addresses are relative to (`<base href>`); nil: the page's own address.
    package var base: String?
    /// Where the page leads by itself after a while (`<meta http-equiv=refresh>`); nil when it stays.
    package var refresh: Refresh?
    /// What is read from top to bottom.
    package var blocks: [Block] = []
    /// The links in the order they stand; people count them from 1, so the first of these is link 1.
    package var links: [Link] = []
    /// The forms in the order they stand. Fields outside every form stand in a form without an action at the end.
    package var forms: [Form] = []
    /// What a browser would fetch to show the page, in order, each once.
    package var assets: [Asset] = []
    /// Where parts with a name begin (`id`, `name` of `a`): the number of the block in `blocks`, then that of the block in
    /// it, and so on inwards. A part in a list or a table begins with all of it.
    package var anchors: [String: [Int]] = [:]
    /// What was left out because the page is too much for a terminal; empty for nearly every page.
    package var cuts: [Cut] = []

    /// An empty document.
    package init() {}

    /// Where a page leads by itself.
    package struct Refresh: Sendable, Hashable {
        /// After so many seconds.
        package var seconds: Int
        /// The address as the page has it; empty: the page itself.
        package var target: String

        /// A refresh of parts.
        package init(seconds: Int, target: String) {
            self.seconds = seconds
            self.target = target
        }
    }

    /// A link.
    package struct Link: Sendable, Hashable {
        /// The address as the page has it, without white space around it.
        package var target: String
        /// What stands between its tags, images by their alternative text; may be empty.
        package var text: String

        /// A link of parts.
        package init(target: String, text: String) {
            self.target = target
            self.text = text
        }
    }

    /// Something that belongs to the page and has an address of its own.
    package struct Asset: Sendable, Hashable {
        /// What it is for.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            /// How the page looks.
            case styleSheet
            /// What a browser runs.
            case script
            /// A picture in the page.
            case image
            /// The page's own sign.
            case icon
        }

        /// What it is for.
        package var kind: Kind
        /// The address as the page has it.
        package var target: String

        /// An asset of parts.
        package init(_ kind: Kind, _ target: String) {
            self.kind = kind
            self.target = target
        }
    }

    /// Something that was left out.
    package enum Cut: Sendable, Hashable {
        /// The page is so many bytes long, and only the first of them were read.
        case bytes(read: Int, of: Int)
        /// Elements nest deeper than that; the page was read up to where they do.
        case depth(Int)
        /// The page has more elements and texts than that; the rest was not read.
        case nodes(Int)
        /// So many bytes are no text in the page's character set, and stand as U+FFFD.
        case badText(Int)
    }
}
