/// What `SignInMistakeTests` expects, as whole texts.
extension SignInMistakeTests {
    static let unaccepted = #"""
        — wrong password: exit 3
        error: HOST does not accept the password of abel.tuter: User Not Authenticated: Required to provide Auth information (HTTP 401).
        note: An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        — as JSON: exit 3
        {
          "error": {
            "kind": "refused",
            "exit": 3,
            "message": "HOST does not accept the password of abel.tuter: User Not Authenticated: Required to provide Auth information (HTTP 401).",
            "notes": [
              "An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password."
            ],
            "hints": [
              "login --sign-in oauth-code --client-id ID signs in by way of the browser."
            ]
          }
        }
        — locked user: exit 3
        error: HOST does not accept the password of don.goodliffe: User Not Authenticated: Required to provide Auth information (HTTP 401).
        note: An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        — inactive user: exit 3
        error: HOST does not accept the password of beth.anglin: User Not Authenticated: Required to provide Auth information (HTTP 401).
        note: An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        — nobody's name: exit 3
        error: Not signed in to HOST: User Not Authenticated: Required to provide Auth information (HTTP 401).
        hint: login --user NAME
        — no code of the second factor: exit 3
        error: HOST wants a code beside the password of fred.luddy, and there is no terminal to ask for it.
        note: The user has a second factor; its code is asked for at a terminal only.
        hint: --sign-in oauth-client --client-id ID or --sign-in api-key is for programs.
        — wrong token: exit 3
        error: HOST does not accept the token: User Not Authenticated: Required to provide Auth information (HTTP 401).
        note: An existing access token cannot be renewed here: it may have expired or been revoked.
        hint: help sign-in: where another may come from
        — wrong key: exit 3
        error: HOST does not accept the API key: User Not Authenticated: Required to provide Auth information (HTTP 401).
        note: A key opens only those APIs whose access policy has an authentication profile for keys.
        hint: table list api_key -f name,active,expires shows an administrator which there are.
        — wrong password for a token: exit 3
        error: HOST gives the application snowdeck no token for the password of abel.tuter: access_denied, server_error (HTTP 401).
        note: It says the same of a wrong password, a locked or inactive user, one with a second factor, an unknown client id, a wrong client secret, and where passwords get no tokens at all (glide.oauth.inbound.ropc.grant_type.disabled).
        hint: table list oauth_entity -q client_id=snowdeck -f name,type,active
        — unknown client id: exit 3
        error: HOST gives the application nosuch no token for the password of abel.tuter: access_denied, server_error (HTTP 401).
        note: It says the same of a wrong password, a locked or inactive user, one with a second factor, an unknown client id, a wrong client secret, and where passwords get no tokens at all (glide.oauth.inbound.ropc.grant_type.disabled).
        hint: table list oauth_entity -q client_id=nosuch -f name,type,active
        — wrong client secret: exit 3
        error: HOST gives the application snowdeck no token for the password of abel.tuter: access_denied, server_error (HTTP 401).
        note: It says the same of a wrong password, a locked or inactive user, one with a second factor, an unknown client id, a wrong client secret, and where passwords get no tokens at all (glide.oauth.inbound.ropc.grant_type.disabled).
        hint: table list oauth_entity -q client_id=snowdeck -f name,type,active
        — unknown client id alone: exit 3
        error: HOST gives the application nosuch no token in its own name: access_denied, server_error (HTTP 401).
        note: It says the same of an unknown client id and a wrong secret, and where the application has no user or glide.oauth.inbound.client.credential.grant_type.enabled is not true.
        hint: table list oauth_entity -q client_id=nosuch -f name,type,active
        — wrong client secret alone: exit 3
        error: HOST gives the application snowdeck no token in its own name: access_denied, server_error (HTTP 401).
        note: It says the same of an unknown client id and a wrong secret, and where the application has no user or glide.oauth.inbound.client.credential.grant_type.enabled is not true.
        hint: table list oauth_entity -q client_id=snowdeck -f name,type,active
        """#

    static let lockedOut = #"""
        — one time after another: exit 3
        standard input:1: error: HOST does not accept the password of john.doe: User Not Authenticated: Required to provide Auth information (HTTP 401).
          login --from env:OF_TRY_1
          ^^^^^^^^^^^^^^^^^^^^^^^^^
        note: An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        standard input:2: error: HOST does not accept the password of john.doe: User Not Authenticated: Required to provide Auth information (HTTP 401).
          login --from env:OF_TRY_2
          ^^^^^^^^^^^^^^^^^^^^^^^^^
        note: An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        standard input:3: error: HOST does not accept the password of john.doe: User Not Authenticated: Required to provide Auth information (HTTP 401).
          login --from env:OF_TRY_3
          ^^^^^^^^^^^^^^^^^^^^^^^^^
        note: An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password.
        note: It was refused 3 times in a row: an instance locks a user after a few, and then refuses the right password too.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: table get sys_user john.doe -f locked_out,active shows an administrator whether it did.
        standard input:4: error: HOST does not accept the password of john.doe: User Not Authenticated: Required to provide Auth information (HTTP 401).
          login --from env:OF_TRY_4
          ^^^^^^^^^^^^^^^^^^^^^^^^^
        note: An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password.
        note: It was refused 4 times in a row: an instance locks a user after a few, and then refuses the right password too.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: table get sys_user john.doe -f locked_out,active shows an administrator whether it did.
        standard input:5: error: HOST does not accept the password of john.doe: User Not Authenticated: Required to provide Auth information (HTTP 401).
          login --from env:OF_TRY_5
          ^^^^^^^^^^^^^^^^^^^^^^^^^
        note: An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password.
        note: It was refused 5 times in a row: an instance locks a user after a few, and then refuses the right password too.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: table get sys_user john.doe -f locked_out,active shows an administrator whether it did.
        standard input:6: error: HOST does not accept the password of john.doe: User Not Authenticated: Required to provide Auth information (HTTP 401).
          login --from env:OF_TRY_6
          ^^^^^^^^^^^^^^^^^^^^^^^^^
        note: An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password.
        note: It was refused 6 times in a row: an instance locks a user after a few, and then refuses the right password too.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: table get sys_user john.doe -f locked_out,active shows an administrator whether it did.
        — then the right one: exit 3
        error: HOST does not accept the password of john.doe: User Not Authenticated: Required to provide Auth information (HTTP 401).
        note: An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        """#

    static let noToken = #"""
        — a network's page: exit 3
        error: HOST answered the sign-in with a web page, “Hotel Wi-Fi”, and not with a token (HTTP 200).
        note: A network that wants a login of its own (a captive portal), a proxy and an instance in maintenance answer so.
        hint: Open any page in a browser of this machine: it shows who wants a login first.
        hint: tape show shows what came.
        — a login page: exit 3
        error: HOST answered the sign-in with a web page, “Log in | ServiceNow”, and not with a token (HTTP 200).
        note: It is a login page: of the instance, a company's single sign-on or the network here.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: Open any page in a browser of this machine: it shows who wants a login first.
        hint: tape show shows what came.
        — a page without a title: exit 3
        error: HOST answered the sign-in with a web page and not with a token (HTTP 200).
        note: A network that wants a login of its own (a captive portal), a proxy and an instance in maintenance answer so.
        hint: Open any page in a browser of this machine: it shows who wants a login first.
        hint: tape show shows what came.
        — a network that wants a login: exit 3
        error: This network wants its own login before it lets requests through to HOST: its page is “Hotel Wi-Fi” (HTTP 511).
        hint: Open any page in a browser of this machine: it shows who wants a login first.
        — nothing at all: exit 3
        error: The answer of HOST to the sign-in breaks off in the middle, before its token is whole.
        hint: login tries again.
        hint: tape show shows what came.
        — plain text: exit 3
        error: HOST answered the sign-in with something of the type text/plain, not with JSON (HTTP 200).
        hint: tape show shows what came.
        — a part of a token: exit 3
        error: The answer of HOST to the sign-in breaks off in the middle, before its token is whole.
        hint: login tries again.
        hint: tape show shows what came.
        — no token: exit 3
        error: The answer of HOST to the sign-in is JSON without a usable access_token.
        hint: tape show shows what came.
        — another sort of token: exit 3
        error: HOST gave a token of the type mac, and only bearer tokens can be sent.
        hint: table list oauth_entity -q client_id=snowdeck -f name,token_format,active
        — no such address: exit 3
        error: HOST has no /oauth_token.do, which gives tokens (HTTP 404).
        note: The server is not an instance, or one that issues no tokens (com.snc.platform.security.oauth.is.active).
        hint: connect https://NAME.service-now.com
        hint: login --sign-in basic --user NAME needs no token.
        — too many: exit 3
        error: HOST takes no more sign-ins for now (HTTP 429).
        note: Too many were sent within a short time, from here or by others of the same user.
        hint: login tries again, in a minute or so.
        hint: tape show shows for how long it asks to wait.
        — too busy: exit 3
        error: HOST cannot sign anyone in at the moment (HTTP 503).
        note: It is overloaded, in maintenance or broken, or a proxy in front of it is.
        hint: login tries again.
        hint: tape show shows what came.
        — unknown client: exit 3
        error: HOST does not know the application snowdeck, or its secret is another: No, invalid_client (HTTP 401).
        hint: table list oauth_entity -q client_id=snowdeck -f name,type,active
        hint: login --client-id ID
        — a token of no use: exit 3
        error: HOST gave a token and does not accept it: User Not Authenticated: Required to provide Auth information (HTTP 401).
        note: The user of the token may have been locked, or its scope does not reach this address.
        hint: login asks for another token.
        hint: login --scope useraccount
        """#

    static let noAnswer = #"""
        — a network's page: exit 3
        error: HOST answered with a web page, “Hotel Wi-Fi”, and not with JSON (HTTP 200).
        note: A network that wants a login of its own (a captive portal), a proxy and an instance in maintenance answer so.
        hint: Open any page in a browser of this machine: it shows who wants a login first.
        hint: tape show shows what came.
        — a login page: exit 3
        error: HOST answered with a web page, “Log in | ServiceNow”, and not with JSON (HTTP 200).
        note: It is a login page: of the instance, a company's single sign-on or the network here.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: Open any page in a browser of this machine: it shows who wants a login first.
        hint: tape show shows what came.
        — a page without a title: exit 3
        error: HOST answered with a web page and not with JSON (HTTP 200).
        note: A network that wants a login of its own (a captive portal), a proxy and an instance in maintenance answer so.
        hint: Open any page in a browser of this machine: it shows who wants a login first.
        hint: tape show shows what came.
        — a network that wants a login: exit 3
        error: This network wants its own login before it lets requests through to HOST: its page is “Hotel Wi-Fi” (HTTP 511).
        hint: Open any page in a browser of this machine: it shows who wants a login first.
        — nothing at all: exit 3
        error: The answer is empty, not JSON.
        hint: tape show
        — plain text: exit 3
        error: The answer is not JSON: expected a value at line 1, column 1.
        hint: tape show
        — sent to a network's page: exit 3
        error: HOST answered with a web page, “Sign in to the Hotel”, and not with JSON (HTTP 200).
        note: It is a login page: of the instance, a company's single sign-on or the network here.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: Open any page in a browser of this machine: it shows who wants a login first.
        hint: tape show shows what came.
        """#

    static let ended = #"""
        — a refresh token that has ended: exit 3
        error: HOST does not renew the sign-in of jane: access_denied, server_error (HTTP 401).
        note: What renews it may have ended (after 100 days, unless the application snowdeck says otherwise), or been revoked.
        hint: login signs in again.
        — nothing any more: exit 3
        error: Cannot ask for the password of jane at HOST.
        hint: Set SNOWDECK_PASSWORD and give --instance http://HOST --user jane: it holds the password for the instance of --instance, and is offered to no other.
        hint: --from keyring takes it from the desktop's keyring; login --remember puts it there.
        hint: --from env:NAME takes it from an environment variable.
        hint: --from 'command:pass show jane' takes the first line that a program writes.
        hint: --from fd:3 takes the first line of an open file: 3< FILE.
        """#

    static let clocks = #"""
        — ahead: exit 3
        error: The clock of HOST is 3 hours ahead of this machine's, and it rejects a JWT signed at another time: access_denied, server_error (HTTP 401).
        hint: timedatectl status shows whether this machine's clock is right.
        hint: table list jwt_verifier_map -f name,kid
        hint: table list oauth_entity -q client_id=app -f name,type,active
        — behind: exit 3
        error: The clock of HOST is 2 days behind this machine's, and it rejects a JWT signed at another time: access_denied, server_error (HTTP 401).
        hint: timedatectl status shows whether this machine's clock is right.
        hint: table list jwt_verifier_map -f name,kid
        hint: table list oauth_entity -q client_id=app -f name,type,active
        — with a password: exit 3
        error: HOST gives the application snowdeck no token for the password of jane: access_denied, server_error (HTTP 401).
        note: It says the same of a wrong password, a locked or inactive user, one with a second factor, an unknown client id, a wrong client secret, and where passwords get no tokens at all (glide.oauth.inbound.ropc.grant_type.disabled).
        note: The clock of HOST is 3 hours ahead of this machine's.
        hint: timedatectl status shows whether this machine's clock is right.
        hint: table list oauth_entity -q client_id=snowdeck -f name,type,active
        """#
}
