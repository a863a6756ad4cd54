import ExchangeModel
import NowWeb
import Testing

@Suite struct PageWalkTests {
    private func entry(_ name: String, wasPosted: Bool = false) -> PageWalk.Entry {
        PageWalk.Entry(HTTPURL(scheme: "https", host: "x", path: "/" + name), wasPosted: wasPosted)
    }

    private func names(_ entries: [PageWalk.Entry]) -> String {
        entries.map { String($0.address.path.dropFirst()) }.joined()
    }

    private func shown(_ walk: PageWalk) -> String {
        "\(names(walk.back))[\(names(walk.current.map { [$0] } ?? []))]\(names(walk.forward.reversed()))"
    }

    @Test func theWayBackAndForthIsABrowsers() {
        var walk = PageWalk()
        #expect(shown(walk) == "[]" && !walk.canGoBack && !walk.canGoForward)
        #expect(walk.goBack() == nil && walk.goForward() == nil)
        for name in ["a", "b", "c", "d"] { walk.visit(entry(name)) }
        #expect(shown(walk) == "abc[d]")
        #expect(walk.goBack() == entry("c") && shown(walk) == "ab[c]d")
        #expect(walk.goBack(2) == entry("a") && shown(walk) == "[a]bcd")
        #expect(walk.goBack() == nil && walk.goForward(4) == nil && walk.goForward(0) == nil)
        #expect(walk.goForward(2) == entry("c") && shown(walk) == "ab[c]d")
        walk.visit(entry("e"))
        #expect(shown(walk) == "abc[e]")
    }

    @Test func thePageSomebodyIsOnTakesItsOwnPlace() {
        var walk = PageWalk()
        walk.visit(entry("a"))
        walk.visit(entry("b"))
        walk.visit(entry("b", wasPosted: true))
        #expect(shown(walk) == "a[b]" && walk.current?.wasPosted == true)
        walk.goBack()
        walk.arrive(at: entry("login"))
        #expect(shown(walk) == "[login]b")
    }

    @Test func onlySoManyPagesAreRemembered() {
        var walk = PageWalk()
        for number in 0..<1000 { walk.visit(entry("\(number)")) }
        #expect(walk.back.count == PageWalk.limit && walk.back.first == entry("799"))
        walk.goBack(PageWalk.limit)
        #expect(walk.current == entry("799") && walk.forward.count == PageWalk.limit)
    }
}
