/// What `SignInObstacleTests` expects, as whole texts.
extension SignInObstacleTests {
    static let untrusted = #"""
        — self: exit 4
        error: The certificate of 127.0.0.1 is signed by itself.
        note: No instance of service-now.com signs its own: another server may be intercepting the connection.
        hint: snowdeck --cacert FILE trusts a certificate that you have from a trusted hand.
        — unknown: exit 4
        error: The certificate of 127.0.0.1 is signed by an authority unknown here.
        note: A company's proxy may intercept the connection, with its own authority.
        hint: snowdeck --cacert FILE trusts the authority of that file as well.
        — expired, authority.pem: exit 4
        error: The certificate of 127.0.0.1 has expired.
        note: It was not renewed, or this machine's clock is ahead.
        hint: date shows this machine's clock.
        hint: openssl s_client -connect HOST -servername 127.0.0.1 </dev/null | openssl x509 -noout -enddate
        — future, authority.pem: exit 4
        error: The certificate of 127.0.0.1 is not valid yet.
        note: This machine's clock is most likely behind.
        hint: timedatectl status shows whether this machine's clock is right.
        hint: openssl s_client -connect HOST -servername 127.0.0.1 </dev/null | openssl x509 -noout -startdate
        — other, other.pem: exit 4
        error: The certificate of 127.0.0.1 is for another name.
        note: The server is not that instance, or the instance has another name.
        hint: openssl s_client -connect HOST -servername 127.0.0.1 </dev/null | openssl x509 -noout -subject -ext subjectAltName
        hint: connect https://NAME.service-now.com
        — unknown, nofile.pem: exit 4
        error: The certificate file nofile.pem cannot be read.
        note: --cacert wants certificates of authorities, as PEM.
        hint: openssl x509 -in FILE -noout -subject -enddate shows what a file holds.
        — unknown, garbage.pem: exit 4
        error: The certificate file garbage.pem cannot be read.
        note: --cacert wants certificates of authorities, as PEM.
        hint: openssl x509 -in FILE -noout -subject -enddate shows what a file holds.
        — no TLS: exit 4
        error: No secure connection to 127.0.0.1 port PORT: the TLS handshake failed.
        note: Whatever answers there speaks no TLS, or only versions that are too old to be safe.
        hint: openssl s_client -connect HOST </dev/null shows what it says.
        — nobody: exit 4
        Could not connect to 127.0.0.1 port PORT: connection refused; trying again.
        error: Could not connect to 127.0.0.1 port PORT: connection refused.
        note: Nothing listens there.
        hint: connect https://NAME.service-now.com
        hint: profile list shows the addresses that are known here.
        — no such host: exit 4
        error: Could not find the address of no-such-host.invalid.
        note: The name may be misspelt, or this machine has no network at the moment.
        hint: connect https://NAME.service-now.com
        hint: profile list shows the names that are known here.
        """#

    static let places = #"""
        — a variable that is not set: exit 3
        error: The variable NOT_SET, which was to give the password of jane, is not set.
        hint: --from keyring takes it from the desktop's keyring; login --remember puts it there.
        hint: --from env:NAME takes it from an environment variable.
        hint: --from 'command:pass show jane' takes the first line that a program writes.
        hint: --from fd:3 takes the first line of an open file: 3< FILE.
        — a command that fails: exit 3
        error: The command that was to give the password of jane ended with status 3.
        hint: --from keyring takes it from the desktop's keyring; login --remember puts it there.
        hint: --from env:NAME takes it from an environment variable.
        hint: --from 'command:pass show jane' takes the first line that a program writes.
        hint: --from fd:3 takes the first line of an open file: 3< FILE.
        — a command that says nothing: exit 3
        error: The command that was to give the password of jane wrote nothing into its first line.
        hint: --from keyring takes it from the desktop's keyring; login --remember puts it there.
        hint: --from env:NAME takes it from an environment variable.
        hint: --from 'command:pass show jane' takes the first line that a program writes.
        hint: --from fd:3 takes the first line of an open file: 3< FILE.
        — a descriptor: exit 3
        error: fd:77, which was to give the password of jane, was not open when Snowdeck started.
        hint: --from keyring takes it from the desktop's keyring; login --remember puts it there.
        hint: --from env:NAME takes it from an environment variable.
        hint: --from 'command:pass show jane' takes the first line that a program writes.
        hint: --from fd:3 takes the first line of an open file: 3< FILE.
        — no keyring: exit 3
        error: The keyring cannot give the password of jane. There is no D-Bus session here that a keyring could answer in (DBUS_SESSION_BUS_ADDRESS).
        hint: --from keyring takes it from the desktop's keyring; login --remember puts it there.
        hint: --from env:NAME takes it from an environment variable.
        hint: --from 'command:pass show jane' takes the first line that a program writes.
        hint: --from fd:3 takes the first line of an open file: 3< FILE.
        — nobody to ask: exit 3
        error: Cannot ask for the password of jane at HOST.
        hint: Set SNOWDECK_PASSWORD and give --instance http://HOST --user jane: it holds the password for the instance of --instance, and is offered to no other.
        hint: --from keyring takes it from the desktop's keyring; login --remember puts it there.
        hint: --from env:NAME takes it from an environment variable.
        hint: --from 'command:pass show jane' takes the first line that a program writes.
        hint: --from fd:3 takes the first line of an open file: 3< FILE.
        — nobody to ask for a key: exit 3
        error: Cannot ask for the API key at HOST.
        hint: --from keyring takes it from the desktop's keyring; login --remember puts it there.
        hint: --from env:NAME takes it from an environment variable.
        hint: --from 'command:pass show NAME' takes the first line that a program writes.
        hint: --from fd:3 takes the first line of an open file: 3< FILE.
        — no place: exit 2
        error: Unknown source of a secret; use ask, keyring, env:NAME, 'command:LINE' or fd:N.
          --instance http://HOST --no-input --user jane --from ******** table list incident -n 1 -f number
                                                                          ^^^^^^^^
        hint: Secrets do not belong in a command line: others see it in the list of processes, and a shell keeps it.
        — no kind: exit 2
        error: This must be basic, oauth-password, oauth-code, oauth-client, oauth-jwt, token, api-key, certificate or guest.
          --instance http://HOST --no-input --sign-in oauth table list incident -n 1 -f number
                                                                 ^^^^^
        hint: Did you mean oauth-client, oauth-code or oauth-jwt?
        — no client id: exit 2
        error: The sign-in oauth-password needs --client-id.
          --instance http://HOST --no-input --sign-in oauth-password --user jane table list incident -n 1 -f number
                                                                 ^^^^^^^^^^^^^^
        hint: --client-id ID names the application, as the instance's application registry does.
        hint: help sign-in
        — no browser: exit 3
        error: --no-input was given, so no browser is opened.
        hint: --sign-in oauth-password needs no browser.
        — no profile: exit 2
        error: There is no profile nosuch.
          profile use nosuch
                      ^^^^^^
        hint: profile list
        """#

    static let keys = #"""
        — a key, nosuch.pem: exit 3
        error: The key nosuch.pem cannot be read: no such file or directory.
        hint: openssl pkey -in KEY -noout -text shows what the file holds.
        hint: openssl pkey -in KEY -out KEY.pem writes it as PEM without a passphrase.
        — a key, locked.pem: exit 3
        error: The key locked.pem is protected by a passphrase, which Snowdeck does not ask for (openssl pkey -in locked.pem -out KEY writes it without).
        hint: openssl pkey -in KEY -noout -text shows what the file holds.
        hint: openssl pkey -in KEY -out KEY.pem writes it as PEM without a passphrase.
        — a key, garbage.pem: exit 3
        error: garbage.pem holds no private key in PEM.
        hint: openssl pkey -in KEY -noout -text shows what the file holds.
        hint: openssl pkey -in KEY -out KEY.pem writes it as PEM without a passphrase.
        — a key, broken.pem: exit 3
        error: broken.pem is of no use: The private key cannot be read.
        hint: openssl pkey -in KEY -noout -text shows what the file holds.
        hint: openssl pkey -in KEY -out KEY.pem writes it as PEM without a passphrase.
        — a certificate, nosuch.pem: exit 3
        error: The certificate nosuch.pem cannot be read: no such file or directory.
        hint: --certificate FILE names it, PEM; --key FILE its key.
        hint: openssl x509 -in CERTIFICATE -noout -subject -enddate shows what the file holds.
        — a certificate, own.pem: exit 3
        error: The certificate own.pem holds none in PEM.
        hint: --certificate FILE names it, PEM; --key FILE its key.
        hint: openssl x509 -in CERTIFICATE -noout -subject -enddate shows what the file holds.
        """#

    static let mistyped = #"""
        — wrong passwords: exit 3
        Password of abel.tuter at HOST:
        HOST did not accept it. Password of abel.tuter, or Ctrl-D:
        error: HOST does not accept the password of abel.tuter: User Not Authenticated: Required to provide Auth information (HTTP 401).
        note: An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password.
        hint: login --user abel.tuter --from ask asks for the password again.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        — given up: exit 3
        Password of abel.tuter at HOST:
        HOST did not accept it. Password of abel.tuter, or Ctrl-D:
        error: HOST does not accept the password of abel.tuter: User Not Authenticated: Required to provide Auth information (HTTP 401).
        note: An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password.
        hint: login --user abel.tuter --from ask asks for the password again.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        — wrong code: exit 3
        Password of fred.luddy at HOST:
        HOST wants the second factor's code of fred.luddy:
        HOST did not accept it. Code of fred.luddy, or Ctrl-D:
        error: HOST does not accept the code of the second factor of fred.luddy.
        note: A code is good for half a minute or so, and only by the right clock.
        hint: login asks for the next one.
        hint: timedatectl status shows whether this machine's clock is right.
        """#

    static let browsers = #"""
        — refused there: exit 3
        Sign in to HOST in a browser:
        If it does not come back here by itself, paste the address it ends at: http://127.0.0.1:1/callback?error=access_denied&error_description=The+user+said+no&state=…
        error: The browser came back from HOST without a code: access_denied: The user said no.
        note: The user may have declined, or the application app has another redirect URL.
        hint: login tries again.
        hint: table list oauth_entity -q client_id=app -f name,redirect_url,active
        — another state: exit 3
        Sign in to HOST in a browser:
        If it does not come back here by itself, paste the address it ends at: http://127.0.0.1:1/callback?code=0123456789&state=another
        The browser's answer belongs to another request: its state is another one. Paste the whole address, or Ctrl-D:
        error: The sign-in in the browser was not finished.
        hint: login gives the address again; the one the browser ends at can be pasted.
        hint: --sign-in oauth-password needs no browser.
        — given up: exit 3
        Sign in to HOST in a browser:
        If it does not come back here by itself, paste the address it ends at:
        error: The sign-in in the browser was not finished.
        hint: login gives the address again; the one the browser ends at can be pasted.
        hint: --sign-in oauth-password needs no browser.
        — interrupted: exit 130
        Sign in to HOST in a browser:
        If it does not come back here by itself, paste the address it ends at:
        Interrupted: the request was called off.
        """#
}
