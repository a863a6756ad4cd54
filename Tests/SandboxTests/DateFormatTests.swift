import ExchangeModel
import Notation
import Testing

@testable import Sandbox

struct DateFormatTests {
    private let moment = Timestamp(
        seconds: CivilTime(year: 2025, month: 7, day: 4, hour: 13, minute: 5, second: 9).secondsSince1970)

    @Test(arguments: [
        ("", "", "2025-07-04 13:05:09"), ("dd/MM/yyyy", "HH:mm", "04/07/2025 13:05"),
        ("MM-dd-yyyy", "hh:mm:ss a", "07-04-2025 01:05:09 PM"), ("dd.MM.yyyy", "HH.mm.ss", "04.07.2025 13.05.09"),
        ("d.M.yy", "h:mm a", "4.7.25 1:05 PM"),
    ])
    func aMomentIsWrittenAsTheUserWants(date: String, time: String, text: String) {
        let format = DateFormat(zone: .named("GMT"), date: date, time: time)
        #expect(format.text(of: moment) == text)
        if !date.hasSuffix("M.yy") {
            let seconds = time.contains("s") || time.isEmpty ? moment.seconds : moment.seconds - 9
            #expect(format.moment(of: text)?.seconds == seconds)
        }
        #expect(format.moment(of: "2025-07-04 13:05:09") == moment)
    }

    @Test(arguments: ["", "31/02/2025", "04/07", "04/07/2025 25:00", "04/07/2025 13:05 PM", "x/y/z", "04-07-2025"])
    func whatIsNoMomentIsNone(text: String) {
        #expect(DateFormat(zone: .named("GMT"), date: "dd/MM/yyyy", time: "HH:mm").moment(of: text) == nil)
    }

    @Test func aPatternOfAnyLengthReadsNoYearThatCannotBeCounted() {
        let wide = DateFormat(
            zone: .named("GMT"), date: String(repeating: "y", count: 18) + "-MM-dd", time: "HH:mm")
        #expect(wide.day(of: String(repeating: "9", count: 18) + "-01-01") == nil)
        #expect(wide.moment(of: String(repeating: "9", count: 18) + "-01-01 10:00") == nil)
        #expect(wide.day(of: "2025-07-04") == CivilTime(year: 2025, month: 7, day: 4))
    }

    @Test func displayValuesFollowTheUser() throws {
        let visit = try Visit("joe.employee:password")
        let response = try visit.ask(
            .post,
            """
            /api/now/table/incident?sysparm_input_display_value=true&sysparm_display_value=all\
            &sysparm_fields=due_date,opened_at
            """, body: #"{"due_date":"01/07/2025 09:30"}"#)
        #expect(
            response.text
                == #"""
                {"result":{"due_date":{"display_value":"01/07/2025 09:30","value":"2025-07-01 08:30:00"},\#
                "opened_at":{"display_value":"03/03/2025 16:00","value":"2025-03-03 16:00:01"}}}
                """#)
        let id = try visit.create("incident", #"{"comments":"hello"}"#)
        #expect(
            try visit.read("/api/now/table/incident/\(id)?sysparm_fields=comments&sysparm_display_value=true")[
                "result"]?[
                    "comments"] == "03/03/2025 16:00 - Joe M. Employee (Additional comments)\nhello\n\n")
    }

    @Test func rawValuesDoNotFollowTheUser() throws {
        let visit = try Visit("joe.employee:password")
        #expect(
            try visit.ask(
                .post, "/api/now/table/incident?sysparm_fields=due_date", body: #"{"due_date":"2025-07-01 09:30:00"}"#
            ).text == #"{"result":{"due_date":"2025-07-01 09:30:00"}}"#)
    }
}
