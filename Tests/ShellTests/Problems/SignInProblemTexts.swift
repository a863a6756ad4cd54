/// The complete messages that `SignInProblemTests` expects.
extension SignInProblemTests {
    static let unaccepted = #"""
        [basic]
        error: dev1 does not accept the password of admin: User Not Authenticated (HTTP 401).
        note: An instance sends the same response for a wrong password, an unknown, locked or inactive user, and for a user who may not sign in with a password.
        note: Many instances refuse passwords for APIs that the browser accepts, also those of administrators (Basic authentication restriction).
        hint: login --user admin --from ask asks for the password again.
        hint: login --sign-in browser signs in with the browser.
        [oauth-password]
        error: dev1 gave a token and does not accept it: User Not Authenticated (HTTP 401).
        note: The user of the token may have been locked, or its scope does not reach this address.
        hint: login asks for another token.
        hint: login --scope useraccount
        [token]
        error: dev1 does not accept the token: User Not Authenticated (HTTP 401).
        note: An existing access token cannot be renewed here: it may have expired or been revoked.
        hint: login --sign-in token --from ask asks for another.
        [api-key]
        error: dev1 does not accept the API key: User Not Authenticated (HTTP 401).
        note: A key opens only those APIs whose access policy has an authentication profile for keys.
        hint: login --sign-in api-key --from ask asks for another.
        hint: An administrator lists them with table list api_key -f name,active,expires.
        [certificate]
        error: dev1 does not accept this client certificate: User Not Authenticated (HTTP 401).
        note: The instance must have the certificate (table sys_user_certificate), and its user must be active.
        hint: openssl x509 -in CERTIFICATE -noout -subject -enddate shows whose it is, and until when.
        [guest]
        error: Not signed in to dev1: User Not Authenticated (HTTP 401).
        hint: login --user NAME
        hint: login --sign-in browser signs in with the browser.
        [refused before]
        error: dev1 does not accept the password of admin: User Not Authenticated (HTTP 401).
        note: An instance sends the same response for a wrong password, an unknown, locked or inactive user, and for a user who may not sign in with a password.
        note: Many instances refuse passwords for APIs that the browser accepts, also those of administrators (Basic authentication restriction).
        note: It was refused 3 times in a row: an instance locks a user after a few, and then refuses the right password too.
        hint: login --user admin --from ask asks for the password again.
        hint: login --sign-in browser signs in with the browser.
        hint: table get sys_user admin -f locked_out,active shows an administrator whether it did.
        """#

    static let grants = #"""
        [password]
        error: dev1 gives the application abc no token for the password of admin: access_denied, server_error (HTTP 401).
        note: It sends the same error for a wrong password, a locked or inactive user, one with a second factor, an unknown client id, a wrong client secret, and where passwords get no tokens at all (glide.oauth.inbound.ropc.grant_type.disabled).
        hint: login --from ask tells whether it is the password.
        hint: table list oauth_entity -q client_id=abc -f name,type,active
        [refresh_token]
        error: dev1 does not renew the sign-in of admin: access_denied, server_error (HTTP 401).
        note: The refresh token may have expired (after 100 days, unless the application abc says otherwise), or been revoked.
        hint: login signs in again.
        [client_credentials]
        error: dev1 gives the application abc no token in its own name: access_denied, server_error (HTTP 401).
        note: It sends the same error for an unknown client id and a wrong secret, and where the application has no user or glide.oauth.inbound.client.credential.grant_type.enabled is not true.
        hint: login --client-from ask tells whether it is the secret.
        hint: table list oauth_entity -q client_id=abc -f name,type,active
        [authorization_code]
        error: dev1 rejects the authorization code from the application abc: access_denied, server_error (HTTP 401).
        note: A code is valid once, for a short time, with the redirect URL and the secret of its request.
        hint: login asks for another code.
        hint: table list oauth_entity -q client_id=abc -f name,redirect_url,active
        [urn:ietf:params:oauth:grant-type:jwt-bearer]
        error: dev1 gives the application abc no token for the signed JWT that names admin: access_denied, server_error (HTTP 401).
        note: It sends the same error for an unknown client id, a key that does not belong to the application's certificate, an unknown user, and a clock that is wrong.
        hint 1: table list jwt_verifier_map -f name,kid
        hint 2: table list oauth_entity -q client_id=abc -f name,type,active
        [wrong client]
        error: dev1 does not know the application abc, or its secret is wrong: access_denied, invalid_client (HTTP 401).
        hint: table list oauth_entity -q client_id=abc -f name,type,active
        hint: login --client-id ID
        [refused before]
        error: dev1 gives the application abc no token for the password of admin: access_denied, server_error (HTTP 401).
        note: It sends the same error for a wrong password, a locked or inactive user, one with a second factor, an unknown client id, a wrong client secret, and where passwords get no tokens at all (glide.oauth.inbound.ropc.grant_type.disabled).
        note: It was refused 4 times in a row: an instance locks a user after a few, and then refuses the right password too.
        hint: login --from ask tells whether it is the password.
        hint: table list oauth_entity -q client_id=abc -f name,type,active
        hint: table get sys_user admin -f locked_out,active shows an administrator whether it did.
        [clock ahead]
        error: The clock of dev1 is 15 minutes ahead of this machine's, and it rejects a JWT signed at another time: access_denied, server_error (HTTP 401).
        hint: timedatectl status shows whether this machine's clock is right.
        hint 1: table list jwt_verifier_map -f name,kid
        hint 2: table list oauth_entity -q client_id=abc -f name,type,active
        [clock behind]
        error: dev1 gives the application abc no token for the password of admin: access_denied, server_error (HTTP 401).
        note: It sends the same error for a wrong password, a locked or inactive user, one with a second factor, an unknown client id, a wrong client secret, and where passwords get no tokens at all (glide.oauth.inbound.ropc.grant_type.disabled).
        note: The clock of dev1 is 2 hours behind this machine's.
        hint: timedatectl status shows whether this machine's clock is right.
        hint: login --from ask tells whether it is the password.
        hint: table list oauth_entity -q client_id=abc -f name,type,active
        [clock within bounds]
        error: dev1 gives the application abc no token in its own name: access_denied, server_error (HTTP 401).
        note: It sends the same error for an unknown client id and a wrong secret, and where the application has no user or glide.oauth.inbound.client.credential.grant_type.enabled is not true.
        hint: login --client-from ask tells whether it is the secret.
        hint: table list oauth_entity -q client_id=abc -f name,type,active
        """#

    static let answers = #"""
        error: dev1 is hibernating.
        note: A developer instance hibernates when it is not used for a while.
        hint: Sign in at https://developer.servicenow.com to wake it; that takes some minutes.
        hint: tape show shows the response.
        error: dev1 answered the sign-in with a web page, “Log in | ServiceNow”, and not with a token (HTTP 200).
        note: It is a login page of the instance, a company's single sign-on, or this network.
        hint: login --sign-in browser signs in with the browser.
        hint: Open any page in a browser on this machine to see which login appears.
        hint: tape show shows the response.
        error: dev1 answered the sign-in with a web page, “Welcome to Hotel Wi-Fi”, and not with a token (HTTP 200).
        note: It may come from a captive portal, a proxy, or an instance in maintenance.
        hint: Open any page in a browser on this machine to see which login appears.
        hint: tape show shows the response.
        error: dev1 answered the sign-in with a web page and not with a token (HTTP 503).
        note: It may come from a captive portal, a proxy, or an instance in maintenance.
        hint: Open any page in a browser on this machine to see which login appears.
        hint: tape show shows the response.
        error: The answer of dev1 to the sign-in breaks off in the middle, before its token is whole.
        hint: login tries again.
        hint: tape show shows the response.
        error: dev1 answered the sign-in with something of the type text/plain, not with JSON (HTTP 200).
        hint: tape show shows the response.
        error: dev1 answered the sign-in with something without a type, not with JSON (HTTP 200).
        hint: tape show shows the response.
        error: The answer of dev1 to the sign-in is JSON without a usable access_token.
        hint: tape show shows the response.
        error: dev1 gave a token of the type mac, and only bearer tokens can be sent.
        hint: table list oauth_entity -q client_id=abc -f name,token_format,active
        error: dev1 cannot sign anyone in at the moment (HTTP 500).
        note: It is overloaded, in maintenance or broken, or a proxy in front of it is.
        hint: login tries again.
        hint: tape show shows the response.
        error: dev1 has no /oauth_token.do, which gives tokens (HTTP 404).
        note: The server is not an instance, or one that issues no tokens (com.snc.platform.security.oauth.is.active).
        hint: connect https://NAME.service-now.com
        hint: login --sign-in basic --user NAME needs no token.
        """#

    static let others = #"""
        error: dev1 sends the sign-in on to https://portal.example.com/login, and nothing was sent there.
        note: The server that answers is not the instance (a captive portal, a proxy), or the instance has moved.
        hint: Open https://portal.example.com/login in a browser of this machine: it shows which server answers.
        hint: connect https://NAME.service-now.com
        error: dev1 needs a code in addition to the password of fred.luddy, and there is no terminal to ask for it.
        note: The user has a second factor; its code is asked for at a terminal only.
        hint: login at a terminal asks for it.
        hint: --sign-in oauth-client --client-id ID or --sign-in api-key is for programs.
        error: dev1 does not accept the code of the second factor of admin.
        note: A code is valid for about half a minute and needs a correct clock.
        hint: login asks for the next one.
        hint: timedatectl status shows whether this machine's clock is right.
        error: The browser returned from dev1 without a code: access_denied.
        note: The user may have declined, or the application abc has another redirect URL.
        hint: login tries again.
        hint: table list oauth_entity -q client_id=abc -f name,redirect_url,active
        error: No code came from the browser: nobody came back within 5 minutes.
        hint: login gives the address again; the one the browser ends at can be pasted.
        hint: --sign-in oauth-password needs no browser.
        error: The private key cannot be used: it is encrypted.
        hint: openssl pkey -in KEY -noout -text shows what is in the file.
        hint: openssl pkey -in KEY -out KEY.pem writes it as PEM without a passphrase.
        error: The variable SNOW_SECRET is not set.
        hint: --from keyring takes it from the desktop's keyring; login --remember puts it there.
        hint: --from env:NAME takes it from an environment variable.
        hint: --from 'command:pass show admin' takes the first line that a program writes.
        hint: --from fd:3 takes the first line of an open file: 3< FILE.
        """#

    static let connections = #"""
        error: The certificate of dev1.service-now.com has expired.
        note: It was not renewed, or this machine's clock is ahead.
        hint: date shows this machine's clock.
        hint: openssl s_client -connect dev1.service-now.com:443 -servername dev1.service-now.com </dev/null | openssl x509 -noout -enddate
        error: The certificate of dev1.service-now.com is not valid yet.
        note: This machine's clock is most likely behind.
        hint: timedatectl status shows whether this machine's clock is right.
        hint: openssl s_client -connect dev1.service-now.com:443 -servername dev1.service-now.com </dev/null | openssl x509 -noout -startdate
        error: The certificate of dev1.service-now.com is for another name.
        note: The server is not that instance, or the instance has another name.
        hint: openssl s_client -connect dev1.service-now.com:443 -servername dev1.service-now.com </dev/null | openssl x509 -noout -subject -ext subjectAltName
        hint: connect https://NAME.service-now.com
        error: The certificate of dev1.service-now.com is signed by itself.
        note: service-now.com certificates are never self-signed: another server may intercept the connection.
        hint: snowdeck --cacert FILE trusts a certificate from a source you trust.
        error: The certificate of dev1.service-now.com is signed by an authority unknown here.
        note: A company proxy with its own authority may be intercepting the connection.
        hint: snowdeck --cacert FILE trusts the authority of that file as well.
        error: The certificate of dev1.service-now.com has been revoked.
        note: Its owner revoked it.
        hint: Ask the administrator of dev1.service-now.com.
        error: No secure connection to dev1 port 443: the TLS handshake failed.
        note: The instance may reject this client certificate, or require one from another authority.
        hint: openssl x509 -in CERTIFICATE -noout -issuer -enddate shows whose it is, and until when.
        error: https://dev1/x redirects from https to http, which is not followed.
        note: It may come from a captive portal, a proxy, or an instance in maintenance.
        hint: Open any page in a browser on this machine to see which login appears.
        error: dev1 is hibernating.
        note: A developer instance hibernates when it is not used for a while.
        hint: Sign in at https://developer.servicenow.com to wake it; that takes some minutes.
        hint: tape show shows the response.
        error: dev1 answered with a web page, “Log in”, and not with JSON (HTTP 200).
        note: It is a login page of the instance, a company's single sign-on, or this network.
        hint: login --sign-in browser signs in with the browser.
        hint: Open any page in a browser on this machine to see which login appears.
        hint: tape show shows the response.
        error: dev1 answered with a web page, “Hotel”, and not with JSON (HTTP 200).
        note: It may come from a captive portal, a proxy, or an instance in maintenance.
        hint: Open any page in a browser on this machine to see which login appears.
        hint: tape show shows the response.
        """#
}
