import Testing

/// The life of tokens: every way to obtain, use and replace one.
@Suite struct TokenTranscriptTests {
    @Test(arguments: SignInTranscript.all(Self.renewals) + SignInTranscript.all(Self.sequences))
    func playsAsWritten(_ transcript: SignInTranscript) async throws {
        #expect(try await transcript.played() == transcript.text)
    }

    private static let renewals = """
        # a refused refresh token falls back to the grant that can be repeated
        with password
        GET /api/x: 200 | grant password => token T1 R1 10s | abel.tuter Bearer T1 => 200
        wait 10
        GET /api/x: 200 | grant refresh R1 => refused | grant password => token T2 R2 | abel.tuter Bearer T2 => 200
        log: credential first, accepted oauth-password refresh R1, accepted oauth-password refresh R2
        status: refusals 0

        # an application gets another token without a refresh token
        with client
        GET /api/x: 200 | grant client => token T1 10s | - Bearer T1 => 200
        wait 10
        GET /api/x: 200 | grant client => token T2 10s | - Bearer T2 => 200

        # a code is good once, so the source is asked for another
        with code, code
        GET /api/x: 200 | grant code => token T1 R1 10s | abel.tuter Bearer T1 => 200
        wait 10
        GET /api/x: 200 | grant refresh R1 => refused | grant code => token T2 R2 | abel.tuter Bearer T2 => 200
        log: credential first, accepted oauth-code refresh R1, credential expired abel.tuter, accepted oauth-code refresh R2

        # who gives no other code after a refused refresh token gets the refusal, and the token is not sent again
        with code
        GET /api/x: 200 | grant code => token T1 R1 10s | abel.tuter Bearer T1 => 200
        wait 10
        GET /api/x: refused refresh_token | grant refresh R1 => refused
        GET /api/x: refused refresh_token
        log: credential first, accepted oauth-code refresh R1, credential expired abel.tuter, credential expired abel.tuter

        # a token that ends with nothing to renew it
        with code
        GET /api/x: 200 | grant code => token T1 10s | abel.tuter Bearer T1 => 200
        wait 10
        GET /api/x: ended

        # a remembered refresh token that is refused counts as expired
        with refresh, password
        GET /api/x: 200 | grant refresh R0 => refused | grant password => token T1 | abel.tuter Bearer T1 => 200
        log: credential first, credential expired abel.tuter, accepted oauth-password refresh none
        status: refusals 0

        # a remembered refresh token renews for as long as it is good
        with refresh
        GET /api/x: 200 | grant refresh R0 => token T1 10s | abel.tuter Bearer T1 => 200
        wait 10
        GET /api/x: 200 | grant refresh R0 => token T2 10s | abel.tuter Bearer T2 => 200
        log: credential first, accepted oauth-code refresh R0

        # a refused password is asked for once more and never sent again by itself
        with password, password
        GET /api/x: refused password | grant password => refused | grant password => refused
        log: credential first, credential rejected abel.tuter
        status: refusals 2, rejected
        GET /api/x: refused password

        # a failure on the way to a token changes nothing
        with password
        GET /api/x: timeout | grant password => timeout
        GET /api/x: 200 | grant password => token T1 10s | abel.tuter Bearer T1 => 200
        wait 10
        GET /api/x: reset | grant password => reset
        GET /api/x: 200 | grant password => token T2 | abel.tuter Bearer T2 => 200
        log: credential first, accepted oauth-password refresh none

        # a completion menu asks for no credential
        with code
        GET /api/x: 200 | grant code => token T1 | abel.tuter Bearer T1 => 200
        menu /api/x: 401 | abel.tuter Bearer T1 => 401
        log: credential first, accepted oauth-code refresh none
        """

    private static let sequences = """
        # a token opens the session, and cookies serve from then on
        with password
        GET /api/x: 200 | grant password => token T1 R1 | abel.tuter Bearer T1 => session A
        GET /api/x: 200 | abel.tuter cookies A => session A
        GET /api/x: 404 | abel.tuter cookies A => 404
        log: credential first, accepted oauth-password refresh R1
        secrets: pw client-secret T1 R1 A

        # the same token serves again after the session; one that has ended is renewed, and its refresh token stays
        with password
        GET /api/x: 200 | grant password => token T1 R1 | abel.tuter Bearer T1 => session A 60s
        wait 60
        GET /api/x: 200 | abel.tuter Bearer T1 [JSESSIONID=A] => session B 60s
        wait 1740
        GET /api/x: 200 | grant refresh R1 => token T2 | abel.tuter Bearer T2 [JSESSIONID=B] => session C 60s
        log: credential first, accepted oauth-password refresh R1

        # where sessions outlive their token, nothing is renewed
        with password
        GET /api/x: 200 | grant password => token T1 R1 100s | abel.tuter Bearer T1 => session A
        wait 100
        GET /api/x: 200 | abel.tuter cookies A => session A
        wait 100
        GET /api/x: 200 | abel.tuter cookies A => session A

        # where sessions end with their token, cookies are tried after it once, and a refused write is sent again
        with password
        POST /api/x: 200 | grant password => token T1 R1 100s | abel.tuter Bearer T1 => session A
        wait 100
        POST /api/x: 200 | abel.tuter cookies A => 401 | grant refresh R1 => token T2 100s
          | abel.tuter Bearer T2 => session B
        wait 100
        POST /api/x: 200 | grant refresh R1 => token T3 100s | abel.tuter Bearer T3 cookies B => session C
        wait 50
        GET /api/x: 200 | abel.tuter cookies C => session C

        # a token that should be good is renewed once; then the answer is the answer, and nothing is sent again by itself
        with password
        GET /api/x: 200 | grant password => token T1 R1 | abel.tuter Bearer T1 => session A
        GET /api/x: 401 | abel.tuter cookies A => 401 | abel.tuter Bearer T1 => 401 | grant refresh R1 => token T1 1700s
          | abel.tuter Bearer T1 => 401
        status: refusals 1, rejected
        GET /api/x: 200 | - => 200
        log: credential first, accepted oauth-password refresh R1, credential rejected abel.tuter

        # a token without any time left is sent once
        with password
        GET /api/x: 200 | grant password => token T1 R1 0s | abel.tuter Bearer T1 => 200
        GET /api/x: 200 | grant refresh R1 => token T1 0s | abel.tuter Bearer T1 => 200

        # an instance without sessions gets the token each time, and a new one when it refuses it
        with password
        GET /api/x: 200 | grant password => token T1 R1 | abel.tuter Bearer T1 => 200
        GET /api/x: 200 | abel.tuter Bearer T1 => 200
        GET /api/x: 200 | abel.tuter Bearer T1 => 401 | grant refresh R1 => token T2 R2 | abel.tuter Bearer T2 => 200
        log: credential first, accepted oauth-password refresh R1, accepted oauth-password refresh R2

        # pages and REST interfaces have a session each, of one token
        with password
        GET /api/x: 200 | grant password => token T1 | abel.tuter Bearer T1 => session A
        GET /incident.do: 200 | abel.tuter Bearer T1 => session P
        GET /api/x: 200 | abel.tuter cookies A => session A
        GET /incident.do: 200 | abel.tuter cookies P => session P
        GET /go.do: 200 | abel.tuter cookies P => to /api/y | GET /api/y abel.tuter cookies A => session A
        """
}
