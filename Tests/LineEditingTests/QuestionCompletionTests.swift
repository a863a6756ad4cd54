import Testing

@testable import LineEditing

@Suite struct QuestionCompletionTests {
    private let completion = QuestionCompletion([
        .init("abel.tuter", "Abel Tuter"), .init("abraham.lincoln"), .init("beth.anglin", "Beth\u{1B}[2J"),
        .init("x\u{7}"),
    ])

    @Test func tabGoesOnAsFarAsAllAgreeAndThenShowsThem() {
        #expect(completion.after("be") == .text("beth.anglin"))
        #expect(completion.after("A") == .text("ab"))
        #expect(completion.after("ab") == .menu(["  abel.tuter       Abel Tuter", "  abraham.lincoln"]))
        #expect(completion.after("beth.anglin") == .nothing)
        #expect(completion.after("z") == .nothing)
        #expect(completion.after("x") == .nothing)
        #expect(
            completion.after("")
                == .menu(["  abel.tuter       Abel Tuter", "  abraham.lincoln", "  beth.anglin      Beth[2J"]))
    }

    @Test func whatSomeHaveInCommonIsNotWhatAllHave() {
        let some = QuestionCompletion([.init("abel.tuter"), .init("abel.young")], isWhole: false)
        #expect(some.after("a") == .menu(["  abel.tuter", "  abel.young", "  …"]))
    }
}
