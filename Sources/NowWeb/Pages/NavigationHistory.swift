package import ExchangeModel

/// Where somebody is among pages, and the way there and back: the history of a browser's tab.
///
/// It is a value and holds addresses alone. To go somewhere, change a copy, ask for its page, and keep the copy when the
/// page has come; else nobody has moved.
package struct NavigationHistory: Sendable, Hashable {
    package struct Entry: Sendable, Hashable {
        package var address: HTTPURL
        /// Its title; empty when it has none.
        package var title: String
        /// Whether it came as the answer to a form that was posted. It is asked for by its address like any other: a form
        /// is never posted again unless somebody does it.
        package var wasPosted: Bool

        package init(_ address: HTTPURL, title: String = "", wasPosted: Bool = false) {
            self.address = address
            self.title = title
            self.wasPosted = wasPosted
        }
    }

    package static let limit = 200

    /// Where somebody is; nil before the first page.
    package private(set) var current: Entry?
    package private(set) var back: [Entry] = []
    /// The pages ahead, the nearest last: those that were left by going back.
    package private(set) var forward: [Entry] = []

    /// A walk that has not begun.
    package init() {}

    package var canGoBack: Bool { !back.isEmpty }
    package var canGoForward: Bool { !forward.isEmpty }

    /// Goes to a new page: what was ahead is forgotten, and of more pages than are remembered the first. The page that
    /// somebody is on already takes its own place.
    package mutating func visit(_ entry: Entry) {
        forward = []
        if let current, current.address != entry.address { NavigationHistory.push(current, on: &back) }
        current = entry
    }

    /// Puts another in the place of where somebody is: the page has been asked for again and may be elsewhere now.
    package mutating func arrive(at entry: Entry) { current = entry }

    /// Goes back by some pages and says where that is. Nil when there are not so many, and nobody moves.
    @discardableResult
    package mutating func goBack(_ steps: Int = 1) -> Entry? { go(steps, from: \.back, to: \.forward) }

    /// Goes forward by some pages and says where that is. Nil when there are not so many, and nobody moves.
    @discardableResult
    package mutating func goForward(_ steps: Int = 1) -> Entry? { go(steps, from: \.forward, to: \.back) }

    private mutating func go(
        _ steps: Int, from ahead: WritableKeyPath<NavigationHistory, [Entry]>,
        to behind: WritableKeyPath<NavigationHistory, [Entry]>
    ) -> Entry? {
        guard steps > 0, steps <= self[keyPath: ahead].count else { return nil }
        for _ in 0..<steps {
            if let current { NavigationHistory.push(current, on: &self[keyPath: behind]) }
            current = self[keyPath: ahead].popLast()
        }
        return current
    }

    private static func push(_ entry: Entry, on entries: inout [Entry]) {
        if entries.count == limit { entries.removeFirst() }
        entries.append(entry)
    }
}
