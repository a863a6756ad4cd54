import Testing

/// The life of tokens: every way to obtain, use and replace one.
@Suite struct TokenTranscriptTests {
    @Test(arguments: SignInTranscript.all(Self.renewals) + SignInTranscript.all(Self.sequences))
    func playsAsWritten(_ transcript: SignInTranscript) async throws {
        #expect(try await transcript.played() == transcript.text)
    }

    private static let renewals = """
        # a rejected refresh token falls back to a repeatable grant
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

        # a code is valid once, so another is requested
        with code, code
        GET /api/x: 200 | grant code => token T1 R1 10s | abel.tuter Bearer T1 => 200
        wait 10
        GET /api/x: 200 | grant refresh R1 => refused | grant code => token T2 R2 | abel.tuter Bearer T2 => 200
        log: credential first, accepted oauth-code refresh R1, credential expired abel.tuter, accepted oauth-code refresh R2

        # without another code the rejection of the refresh token is returned, and the token is not resent
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

        # a rejected remembered refresh token counts as expired
        with refresh, password
        GET /api/x: 200 | grant refresh R0 => refused | grant password => token T1 | abel.tuter Bearer T1 => 200
        log: credential first, credential expired abel.tuter, accepted oauth-password refresh none
        status: refusals 0

        # a remembered refresh token renews while it is valid
        with refresh
        GET /api/x: 200 | grant refresh R0 => token T1 10s | abel.tuter Bearer T1 => 200
        wait 10
        GET /api/x: 200 | grant refresh R0 => token T2 10s | abel.tuter Bearer T2 => 200
        log: credential first, accepted oauth-code refresh R0

        # a rejected password is prompted for again and not resent
        with password, password
        GET /api/x: refused password | grant password => refused | grant password => refused
        log: credential first, credential rejected abel.tuter
        status: refusals 2, rejected
        GET /api/x: refused password

        # a failed token request changes nothing
        with password
        GET /api/x: timeout | grant password => timeout
        GET /api/x: 200 | grant password => token T1 10s | abel.tuter Bearer T1 => 200
        wait 10
        GET /api/x: reset | grant password => reset
        GET /api/x: 200 | grant password => token T2 | abel.tuter Bearer T2 => 200
        log: credential first, accepted oauth-password refresh none

        # completion never prompts for a credential
        with code
        GET /api/x: 200 | grant code => token T1 | abel.tuter Bearer T1 => 200
        menu /api/x: 401 | abel.tuter Bearer T1 => 401
        log: credential first, accepted oauth-code refresh none
        """

    private static let sequences = """
        # a token opens the session, and cookies are used afterwards
        with password
        GET /api/x: 200 | grant password => token T1 R1 | abel.tuter Bearer T1 => session A
        GET /api/x: 200 | abel.tuter cookies A => session A
        GET /api/x: 404 | abel.tuter cookies A => 404
        log: credential first, accepted oauth-password refresh R1
        secrets: pw client-secret T1 R1 A

        # the token is reused after the session; an expired one is renewed and keeps its refresh token
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

        # if sessions end with their token, cookies are tried once, and a rejected write is resent
        with password
        POST /api/x: 200 | grant password => token T1 R1 100s | abel.tuter Bearer T1 => session A
        wait 100
        POST /api/x: 200 | abel.tuter cookies A => 401 | grant refresh R1 => token T2 100s
          | abel.tuter Bearer T2 => session B
        wait 100
        POST /api/x: 200 | grant refresh R1 => token T3 100s | abel.tuter Bearer T3 cookies B => session C
        wait 50
        GET /api/x: 200 | abel.tuter cookies C => session C

        # a rejected unexpired token is renewed once; then the response is returned, and nothing is resent
        with password
        GET /api/x: 200 | grant password => token T1 R1 | abel.tuter Bearer T1 => session A
        GET /api/x: 401 | abel.tuter cookies A => 401 | abel.tuter Bearer T1 => 401 | grant refresh R1 => token T1 1700s
          | abel.tuter Bearer T1 => 401
        status: refusals 1, rejected
        GET /api/x: 200 | - => 200
        log: credential first, accepted oauth-password refresh R1, credential rejected abel.tuter

        # a token without remaining lifetime is sent once
        with password
        GET /api/x: 200 | grant password => token T1 R1 0s | abel.tuter Bearer T1 => 200
        GET /api/x: 200 | grant refresh R1 => token T1 0s | abel.tuter Bearer T1 => 200

        # an instance without sessions gets the token each time, and a new one after a rejection
        with password
        GET /api/x: 200 | grant password => token T1 R1 | abel.tuter Bearer T1 => 200
        GET /api/x: 200 | abel.tuter Bearer T1 => 200
        GET /api/x: 200 | abel.tuter Bearer T1 => 401 | grant refresh R1 => token T2 R2 | abel.tuter Bearer T2 => 200
        log: credential first, accepted oauth-password refresh R1, accepted oauth-password refresh R2

        # pages and REST interfaces have separate sessions with one token
        with password
        GET /api/x: 200 | grant password => token T1 | abel.tuter Bearer T1 => session A
        GET /incident.do: 200 | abel.tuter Bearer T1 => session P
        GET /api/x: 200 | abel.tuter cookies A => session A
        GET /incident.do: 200 | abel.tuter cookies P => session P
        GET /go.do: 200 | abel.tuter cookies P => to /api/y | GET /api/y abel.tuter cookies A => session A
        """
}
