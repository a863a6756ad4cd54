import TestSupport
import Testing

/// Large HAR files, and those that are not files.
struct LargeImportTests {
    /// Writes `large.har`: as many entries as the first argument says, each with a body of 80 KB.
    private static let writer = """
        import sys
        row = '{\\\\"number\\\\":\\\\"INC0010021\\\\",\\\\"short_description\\\\":\\\\"The printer is on fire\\\\"},'
        rows = row * 1000 + '{}]}'
        with open("large.har", "w") as file:
            file.write('{"log": {"version": "1.2", "pages": [], "entries": [')
            for number in range(int(sys.argv[1])):
                file.write(
                    (',' if number else '') + '{"startedDateTime": "2026-01-05T10:00:00.000Z", "request":'
                    ' {"method": "GET", "url": "https://dev1.service-now.com/%d", "headers": []}, "response":'
                    ' {"status": 200, "headers": [{"name": "Content-Type", "value": "application/json"}],'
                    ' "content": {"size": 80000, "mimeType": "application/json",'
                    ' "text": "{\\\\"count\\\\":%d,\\\\"result\\\\":[' % (number, number)
                    + rows + '"}}}\\n')
            file.write(']}}')
        """

    @Test func largeHARIsImportedAndExported() async throws {
        let workspace = try Workspace()
        let python = try Workspace.python()
        // A file is read whole: the most memory grows by a few times its size, not by a multiple for each entry.
        let script =
            Self.writer + """

                import os, resource, subprocess
                tape, copy = "large" + sys.argv[1], "again%s.har" % sys.argv[1]
                for words in [["import", "large.har", tape], ["export", copy, tape]]:
                    subprocess.run([sys.argv[2], "tape"] + words, check=True, stdout=subprocess.DEVNULL)
                print(os.path.getsize("large.har") // 1000, os.path.getsize(copy) // 1000,
                      resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
                """
        var peaks: [Int] = []
        for count in [10, 60] {
            let result = try await workspace.runOther(python, "-c", script, "\(count)", Workspace.program)
            #expect(result.errors.contains("Wrote \(count) requests"))
            let sizes = result.output.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
            try #require(sizes.count == 3, "\(result)")
            #expect(sizes[0] > count * 70 && sizes[1] > count * 70, "\(result)")
            peaks.append(sizes[2])
        }
        #expect(peaks[1] - peaks[0] < 50 * 80 * 8, "\(peaks)")
    }

    @Test func harIsReadFromPipe() async throws {
        let workspace = try Workspace()
        let made = try await workspace.runOther(try Workspace.python(), "-c", Self.writer, "2")
        try #require(made.status == 0, "\(made)")
        for input in ["cat large.har |", "< large.har"] {
            let result = try await workspace.shell(
                "\(input) \"$0\" tape import /dev/stdin piped --from har --replace")
            expectEqual(result.status, 0, "\(result)")
            #expect(result.output.hasSuffix("requests  2\n"), "\(result)")
        }
    }
}
