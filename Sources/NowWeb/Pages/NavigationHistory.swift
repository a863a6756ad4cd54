package import ExchangeModel

/// The history of a browser's tab: the current page and those before and after it, as addresses. To navigate, change a
/// copy, fetch its page, and keep the copy when the page has arrived.
package struct NavigationHistory: Sendable, Hashable {
    package struct Entry: Sendable, Hashable {
        package var address: HTTPURL
        /// Its title; empty when it has none.
        package var title: String
        /// Whether it was the answer to a posted form. Going back requests its address; a form is never posted again.
        package var wasPosted: Bool

        package init(_ address: HTTPURL, title: String = "", wasPosted: Bool = false) {
            self.address = address
            self.title = title
            self.wasPosted = wasPosted
        }
    }

    package static let limit = 200

    /// The current page; nil before the first.
    package private(set) var current: Entry?
    package private(set) var back: [Entry] = []
    /// The pages that were left by going back, the nearest last.
    package private(set) var forward: [Entry] = []

    package init() {}

    package var canGoBack: Bool { !back.isEmpty }
    package var canGoForward: Bool { !forward.isEmpty }

    /// Goes to a new page, which drops the forward list and, beyond the limit, the oldest page. The same address replaces
    /// the current entry.
    package mutating func visit(_ entry: Entry) {
        forward = []
        if let current, current.address != entry.address { NavigationHistory.push(current, on: &back) }
        current = entry
    }

    /// Replaces the current entry after its page was fetched again, because it may have redirected.
    package mutating func arrive(at entry: Entry) { current = entry }

    /// Goes back by some pages and returns the new current one; nil, without a change, when there are not so many.
    @discardableResult
    package mutating func goBack(_ steps: Int = 1) -> Entry? { go(steps, from: \.back, to: \.forward) }

    /// Goes forward in the same way.
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
