import Testing

/// Sessions, second factors, user tokens, pages and rejections.
@Suite struct SessionTranscriptTests {
    @Test(arguments: SignInTranscript.all(Self.sessions) + SignInTranscript.all(Self.secondFactors))
    func playsAsWritten(_ transcript: SignInTranscript) async throws {
        #expect(try await transcript.played() == transcript.text)
    }

    private static let sessions = """
        # a mistyped password is corrected in the same request
        with wrong, john
        GET /api/x: 200 | john.doe basic wrong => 401 | john.doe basic password => session A
        GET /api/x: 200 | john.doe cookies A => 200

        # a fixed credential is not repeated after a rejection
        with john
        GET /api/x: 401 | john.doe basic password => 401
        GET /api/x: 401 | - => 401

        # a guest is not prompted again, and the 401 is returned
        with guest
        GET /api/x: 401 | - => 401
        GET /api/x: 200 | - => 200
        log: credential first

        # a failed exchange does not block the next request
        with john
        GET /api/x: timeout | john.doe basic password => timeout
        GET /api/x: 200 | john.doe basic password => session A
        log: credential first, accepted basic

        # signing out forgets everything
        with john, john
        GET /api/x: 200 | john.doe basic password => session A
        sign out
        state: no session
        GET /api/x: 200 | john.doe basic password => session B
        log: credential first, accepted basic, credential first, accepted basic

        # server errors do not reject a credential
        with john
        GET /api/x: 503 | john.doe basic password => 503
        GET /api/x: 429 | john.doe basic password => 429
        GET /api/x: 200 | john.doe basic password => nobody
        log: credential first

        # a 401 from an interface behind the sign-in is returned, and the session continues
        with john
        GET /api/x: 200 | john.doe basic password => session s1
        POST /api/script: 401 | john.doe cookies s1 => own
        GET /api/script: 401 | john.doe cookies s1 => own
        GET /api/x: 200 | john.doe cookies s1 => 200
        log: credential first, accepted basic

        # a session that the instance has forgotten is opened again; a write is not repeated
        with john
        GET /api/x: 200 | john.doe basic password => session s1
        GET /api/x: 200 | john.doe cookies s1 => nobody JSESSIONID=g | john.doe basic password => session s2
        POST /api/x: 200 | john.doe cookies s2 => nobody JSESSIONID=g
        state: no session
        GET /api/x: 200 | john.doe basic password => session s1

        # after a rejection nothing is written as a guest
        with john
        GET /api/x: 401 | john.doe basic password => 401
        POST /api/x: ended
        GET /api/x: 401 | - => 401

        # an instance that never signs in is not retried forever
        with john
        GET /api/x: 200 | john.doe basic password => session s1
        GET /api/x: 200 | john.doe cookies s1 => nobody | john.doe basic password => nobody

        # pages and REST interfaces do not share cookies
        with john
        GET /api/x: 200 | john.doe basic password => session A
        GET /a.do: 200 | john.doe basic password => session P
        GET /b.do: 200 | john.doe cookies P => sets glide_page=1
        GET /api/x: 200 | john.doe cookies A => 200
        GET /apix: 200 | john.doe [JSESSIONID=P; glide_session_store=P; glide_page=1] => 200

        # an accepted password is kept when pages reject it
        with john, john
        GET /api/x: 200 | john.doe basic password => 200
        GET /a.do: pages closed: loginPage | john.doe basic password => to /login.do
        GET /api/x: 200 | john.doe basic password => 200
        log: credential first, accepted basic

        # an unverified password that pages reject may be wrong
        with john, john
        GET /a.do: pages closed: loginPage | john.doe basic password => to /login.do
        GET /a.do: 200 | john.doe basic password => session s1
        log: credential first, credential rejected john.doe, accepted basic

        # a token that cannot be renewed is sent again to pages
        with code
        GET /a.do: 200 | grant code => token T1 | abel.tuter Bearer T1 => session s1
        GET /b.do: 200 | abel.tuter cookies s1 => to /session_timeout.do | abel.tuter Bearer T1 => session s2

        # revoking sends and forgets both tokens
        with password
        GET /api/x: 200 | grant password => token T1 R1 | abel.tuter Bearer T1 => session A
        revoke: done | POST /oauth_revoke_token.do - token=R1 => 200 | POST /oauth_revoke_token.do - token=T1 => 200
        state: no session

        # a token that has ended is not revoked
        with password
        GET /api/x: 200 | grant password => token T1 R1 10s | abel.tuter Bearer T1 => session A
        wait 10
        revoke: done | POST /oauth_revoke_token.do - token=R1 => 200

        # a failed revocation is reported, and the token is forgotten
        with password, john
        GET /api/x: 200 | grant password => token T1 R1 | abel.tuter Bearer T1 => session A
        revoke: timeout | POST /oauth_revoke_token.do - token=R1 => timeout | POST /oauth_revoke_token.do - token=T1 => 200
        state: no session

        # without a token nothing is revoked
        with john
        GET /api/x: 200 | john.doe basic password => session A
        revoke: done
        state: no session
        """

    private static let secondFactors = """
        # the code is prompted for once and follows the password
        with fred; codes 246810
        GET /api/x: 200 | fred.luddy basic pw => code | fred.luddy basic pw246810 => session A
        GET /api/x: 200 | fred.luddy cookies A => session A
        log: credential first, code first, accepted basic
        secrets: pw ZnJlZC5sdWRkeTpwdw== 246810 pw246810 ZnJlZC5sdWRkeTpwdzI0NjgxMA== A

        # a wrong code is prompted for twice more
        with fred; codes 1 2 3 4
        GET /api/x: code of fred.luddy refused | fred.luddy basic pw => code | fred.luddy basic pw1 => code
          | fred.luddy basic pw2 => code | fred.luddy basic pw3 => code
        log: credential first, code first, code rejected fred.luddy, code rejected fred.luddy
        status: refusals 3

        # the right code after a wrong one is accepted
        with fred; codes 1 246810
        GET /api/x: 200 | fred.luddy basic pw => code | fred.luddy basic pw1 => code
          | fred.luddy basic pw246810 => session A
        status: refusals 0

        # without a code the password is not sent again
        with fred
        GET /api/x: code wanted of fred.luddy | fred.luddy basic pw => code
        GET /api/x: code wanted of fred.luddy

        # the next session asks for its code first
        with fred; codes 1 2
        GET /api/x: 200 | fred.luddy basic pw => code | fred.luddy basic pw1 => session A 10s
        wait 10
        GET /api/x: 200 | fred.luddy basic pw2 [JSESSIONID=A] => session B

        # without a session, a code is used until it is rejected
        with fred; codes 1 2
        GET /api/x: 200 | fred.luddy basic pw => code | fred.luddy basic pw1 => 200
        GET /api/x: 200 | fred.luddy basic pw1 => 200
        GET /api/x: 200 | fred.luddy basic pw1 => code | fred.luddy basic pw2 => 200

        # a wrong password has nothing to do with codes
        with fred, fred; codes 1
        GET /api/x: 200 | fred.luddy basic pw => 401 | fred.luddy basic pw => code | fred.luddy basic pw1 => session A
        log: credential first, credential rejected fred.luddy, code first, accepted basic

        # a user token is sent afterwards, only with the cookies of its realm
        with john
        GET /api/x: 200 | john.doe basic password => session A
        GET /api/x: 200 | john.doe cookies A => wants U1 | john.doe cookies A X-UserToken:U1 => session A
        GET /api/x: 200 | john.doe cookies A X-UserToken:U1 => session A
        GET /p.do: 200 | john.doe basic password => session P
        GET /p.do: 200 | john.doe cookies P => session P
        secrets: password am9obi5kb2U6cGFzc3dvcmQ= A U1 P

        # a new user token replaces a rejected one
        with john
        GET /api/x: 200 | john.doe basic password => session A
        GET /api/x: 200 | john.doe cookies A => wants U1 | john.doe cookies A X-UserToken:U1 => 200
        GET /api/x: 200 | john.doe cookies A X-UserToken:U1 => wants U2 | john.doe cookies A X-UserToken:U2 => 200

        # if every user token is rejected, the credential is resent, and the next session begins without a user token
        with john
        GET /api/x: 200 | john.doe basic password => session A
        GET /api/x: 200 | john.doe cookies A => wants U1 | john.doe cookies A X-UserToken:U1 => wants U2
          | john.doe basic password => session B
        GET /api/x: 200 | john.doe cookies B => 200

        # a user token does not leave its origin
        with john
        GET /api/x: 200 | john.doe basic password => session A
        GET /api/x: 200 | john.doe cookies A => wants U1
          | john.doe cookies A X-UserToken:U1 => to https://elsewhere.example.com/x | GET /x - => 200
        """
}
