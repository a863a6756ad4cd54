package import ExchangeModel

/// The history of a browser tab: the URLs of the current page and of those before and after it. To navigate, change a
/// copy, fetch its page, and keep the copy when the page has arrived.
package struct NavigationHistory: Sendable, Hashable {
    package struct Entry: Sendable, Hashable {
        package var address: HTTPURL
        /// The title; empty if there is none.
        package var title: String
        /// Whether it was the response to a POST. Going back requests its URL; a form is never posted again.
        package var wasPosted: Bool

        package init(_ address: HTTPURL, title: String = "", wasPosted: Bool = false) {
            self.address = address
            self.title = title
            self.wasPosted = wasPosted
        }
    }

    package static let limit = 200

    /// Nil before the first page.
    package private(set) var current: Entry?
    package private(set) var back: [Entry] = []
    /// The pages left by going back, nearest last.
    package private(set) var forward: [Entry] = []

    package init() {}

    package var canGoBack: Bool { !back.isEmpty }
    package var canGoForward: Bool { !forward.isEmpty }

    /// Adds a page, clears the forward list and drops the oldest page beyond the limit. The current URL replaces its
    /// entry.
    package mutating func visit(_ entry: Entry) {
        forward = []
        if let current, current.address != entry.address { NavigationHistory.push(current, on: &back) }
        current = entry
    }

    /// Replaces the current entry after a reload, because the page may have redirected.
    package mutating func arrive(at entry: Entry) { current = entry }

    /// Goes back and returns the new current entry; nil, without a change, if there are too few.
    @discardableResult
    package mutating func goBack(_ steps: Int = 1) -> Entry? { go(steps, from: \.back, to: \.forward) }

    /// Goes forward and returns the new current entry; nil, without a change, if there are too few.
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
