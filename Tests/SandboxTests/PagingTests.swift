import ExchangeModel
import Notation
import Testing

struct PagingTests {
    private func links(_ query: String) throws -> String? {
        try Visit().ask(.get, "/api/now/table/sys_user_group?" + query).headers["Link"]
    }

    private func link(_ query: String, _ name: String) -> String {
        "<http://sandbox.localhost/api/now/table/sys_user_group?\(query)>;rel=\"\(name)\""
    }

    @Test func theFirstPageOfOneRecordNamesTheOffsetMinusOne() throws {
        #expect(
            try links("sysparm_limit=1")
                == [
                    link("sysparm_limit=1&sysparm_offset=0", "first"),
                    link("sysparm_limit=1&sysparm_offset=-1", "prev"),
                    link("sysparm_limit=1&sysparm_offset=1", "next"), link("sysparm_limit=1&sysparm_offset=22", "last"),
                ].joined(separator: ","))
    }

    @Test func aHeadStatesTheLengthOfTheBodyThatAGetBrings() throws {
        let visit = try Visit()
        let target = "/api/now/table/sys_user_group?sysparm_limit=1"
        let head = try visit.ask(.head, target), get = try visit.ask(.get, target)
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.headers["Content-Length"] == String(get.body.count))
        #expect(head.headers["X-Total-Count"] == "23" && head.headers["Link"] == get.headers["Link"])
    }

    @Test func theOffsetIsReplacedWhereItStands() throws {
        #expect(
            try links("sysparm_offset=10&sysparm_limit=5&sysparm_fields=name")
                == ["0;first", "5;prev", "15;next", "20;last"].map { entry in
                    let parts = entry.split(separator: ";")
                    return link("sysparm_offset=\(parts[0])&sysparm_limit=5&sysparm_fields=name", String(parts[1]))
                }.joined(separator: ","))
    }

    @Test func thereAreNoLinksWhenEverythingFitsOrNobodyWantsThem() throws {
        #expect(try links("sysparm_limit=23") == nil)
        #expect(try links("sysparm_limit=22") != nil)
        #expect(try links("") == nil)
        #expect(try links("sysparm_limit=5&sysparm_suppress_pagination_header=true") == nil)
    }

    @Test func withoutACountThereIsNoLastPage() throws {
        let query = "sysparm_limit=5&sysparm_no_count=true&sysparm_offset="
        func entries(_ offset: Int) throws -> [String] {
            try (links(query + String(offset)) ?? "").split(separator: ",").map {
                String($0.split(separator: "=").suffix(2).joined(separator: "="))
            }
        }
        #expect(try entries(0) == ["0>;rel=\"first\"", "5>;rel=\"next\""])
        #expect(try entries(5) == ["0>;rel=\"first\"", "0>;rel=\"prev\"", "10>;rel=\"next\""])
        let total = try Int(Visit().count("sys_user_group", "")) ?? 0
        let last = total / 5 * 5
        #expect(try entries(last) == ["0>;rel=\"first\"", "\(last - 5)>;rel=\"prev\""])
        #expect(try links("sysparm_limit=\(total + 1)&sysparm_no_count=true") == nil)
    }

    @Test func theCountIsOnListsAlone() throws {
        let visit = try Visit()
        #expect(try visit.ask(.get, "/api/now/table/sys_user_group?sysparm_limit=2").headers["X-Total-Count"] == "23")
        #expect(try visit.ask(.get, "/api/now/table/sys_user_group?name=nobody").headers["X-Total-Count"] == "0")
        #expect(
            try visit.ask(.get, "/api/now/table/sys_user_group?sysparm_no_count=true").headers["X-Total-Count"] == nil)
        #expect(
            try visit.ask(.get, "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8").headers["X-Total-Count"]
                == nil)
    }

    @Test func pagesTogetherAreTheWholeList() throws {
        let visit = try Visit()
        var numbers: [String] = []
        for offset in stride(from: 0, to: 630, by: 30) {
            let page = try visit.read(
                """
                /api/now/table/incident?sysparm_fields=number&sysparm_limit=30&sysparm_offset=\(offset)&\
                sysparm_query=ORDERBYDESCpriority
                """
            )
            numbers += Visit.elements(page["result"] ?? .null).compactMap { $0["number"]?.scalarText }
        }
        #expect(numbers.count == 440 && Set(numbers).count == 440)
        #expect(try numbers == visit.list("incident", "ORDERBYDESCpriority", "number", limit: 1000))
    }

    @Test(arguments: [
        ("sysparm_limit=0", 0), ("sysparm_limit=-5", 0), ("sysparm_limit=many", 23),
        ("sysparm_limit=99999999999999999999", 23), ("sysparm_limit=9223372036854775807", 23),
        ("sysparm_offset=9223372036854775807", 0), ("sysparm_offset=22", 1),
    ])
    func oddLimitsDoNoHarm(query: String, rows: Int) throws {
        let response = try Visit().ask(.get, "/api/now/table/sys_user_group?" + query)
        #expect(response.status == 200)
        #expect(Visit.elements(response.json["result"] ?? .null).count == rows)
    }

    @Test func aNegativeOffsetIsRefused() throws {
        #expect(try Visit().ask(.get, "/api/now/table/incident?sysparm_offset=-1").status == 400)
    }

    @Test func theOffsetIsFoundHoweverItsNameIsWritten() throws {
        let links = try #require(try links("sysparm%5Foffset=10&sysparm_limit=20"))
        #expect(
            links
                == [
                    link("sysparm_offset=0&sysparm_limit=20", "first"),
                    link("sysparm_offset=20&sysparm_limit=20", "last"),
                ].joined(separator: ","))
    }

    @Test func anAddressNeverEndsItself() throws {
        let links = try #require(try links("sysparm_query=name>\"A\"^ORname<z&sysparm_limit=22"))
        #expect(
            links.hasPrefix(link("sysparm_query=name%3E%22A%22^ORname%3Cz&sysparm_limit=22&sysparm_offset=0", "first")))
    }

    @Test func anOffsetBeyondAllNumbersIsNotTheFirstPage() throws {
        let visit = try Visit()
        let target = "/api/now/table/sys_user_group?sysparm_limit=2&sysparm_offset="
        #expect(try visit.get(target + "99999999999999999999999") == #"{"result":[]}"#)
        #expect(try visit.ask(.get, target + "-99999999999999999999999").status == 400)
        #expect(try visit.get(target + "-") == visit.get(target + "0"))
    }
}
