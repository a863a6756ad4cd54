import Notation
import Rendering

/// What `=> name = .path` reads of a page: what `--format json` shows.
enum PageValue {
    static func json(_ view: PageView) -> JSON { .object([.init("title", .string(view.document.title))]) }
}
