import Glibc
import TestSupport
import Testing

/// Redirects on a machine with a public and a private network, both simulated.
struct RedirectNetworkTests {
    /// Responds over TLS at every address of the machine. Logs each connection with its address, and `proof` if the
    /// request has credentials. The instance redirects to the content of the file `location`; other hosts respond with
    /// an empty list.
    private static let server = """
        import socket, ssl, threading
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("cert.pem", "key.pem")
        def serve(connection):
            at = connection.getsockname()[0].replace("::ffff:", "")
            open("log", "a").write(at + "\\n")
            try:
                connection = context.wrap_socket(connection, server_side=True)
                file = connection.makefile("rb")
                while file.readline():
                    lines = []
                    while (line := file.readline().strip()): lines.append(line.lower())
                    if any(line.startswith((b"authorization:", b"cookie:")) for line in lines):
                        open("log", "a").write("proof\\n")
                    if b"host: acme.example" in lines or b"host: corp.example" in lines:
                        location = open("location").read().strip()
                        head = "HTTP/1.1 302 Found\\r\\nLocation: " + location + "\\r\\n"
                        body = ""
                    else:
                        head, body = "HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\n", '{"result":[]}'
                    connection.sendall((head + "Content-Length: %d\\r\\n\\r\\n%s" % (len(body), body)).encode())
            except OSError: pass
        listener = socket.create_server(("", 443), family=socket.AF_INET6, dualstack_ipv6=True)
        open("ready", "w").close()
        while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """

    /// `visit.sh PROGRAM`: for each input line `INSTANCE LOCATION`, prints the output, exit status and connections.
    private static let script = """
        ip link set lo up
        for address in 203.0.113.1 203.0.113.2 10.1.2.3 10.1.2.4 192.168.7.7 169.254.169.254; do
            ip addr add $address/32 dev lo
        done
        mount --bind hosts /etc/hosts
        python3 server.py & server=$!
        trap 'kill $server' EXIT
        tries=0
        while [ ! -e ready ] && [ $tries -lt 1200 ]; do sleep 0.05; tries=$((tries + 1)); done
        while read -r instance location; do
            : >log; echo "$location" >location
            "$1" --instance "$instance" --cacert cert.pem --user jane --from env:PATH rest GET /api/now/table/incident 2>&1 </dev/null
            echo "exit $?" $(cat log)
        done
        """

    private static let hosts = """
        127.0.0.1 localhost
        203.0.113.1 acme.example
        203.0.113.2 other.example
        10.1.2.3 corp.example
        10.1.2.4 intern.example
        192.168.7.7 home.example
        169.254.169.254 metadata.example
        127.0.0.1 here.example

        """

    private func workspace() async throws -> Workspace {
        let workspace = try Workspace()
        try workspace.write(Self.server, to: "server.py")
        try workspace.write(Self.script, to: "visit.sh")
        try workspace.write(Self.hosts, to: "hosts")
        let names = ["acme", "other", "corp", "intern", "home", "metadata", "here"].map { "DNS:\($0).example" }
        let made = try await workspace.runOther(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            "key.pem", "-out", "cert.pem",
            "-days", "30", "-subj", "/CN=acme.example", "-addext",
            "subjectAltName=" + (names + ["IP:127.0.0.1", "IP:0.0.0.0", "IP:::1"]).joined(separator: ","))
        try #require(made.status == 0, "\(made)")
        return workspace
    }

    /// Credentials stay with the instance; NowSDKTests cover the headers of every kind of sign-in.
    @Test func redirectsStayWithinNetworkScope() async throws {
        let refused = [
            ("https://127.0.0.1/", "127.0.0.1, a loopback address"),
            ("https://0.0.0.0/", "0.0.0.0, a loopback address"),
            ("https://[::1]/", "[::1], a loopback address"),
            ("https://here.example/", "here.example at 127.0.0.1, a loopback address"),
            ("https://intern.example/", "intern.example at 10.1.2.4, a private address"),
            ("https://home.example/x", "home.example at 192.168.7.7, a private address"),
            ("https://metadata.example/latest/", "metadata.example at 169.254.169.254, a link-local address"),
        ]
        let input =
            refused.map { "acme.example \($0.0)\n" }.joined() + """
                acme.example https://other.example/
                corp.example https://intern.example/
                corp.example https://home.example/

                """
        let workspace = try await workspace()
        _ = try await HostPrivileges.withoutNetwork(workspace)
        _ = try await HostPrivileges.mounting(workspace)
        let ended = try await workspace.runOther(
            ["unshare", "-rnm", "sh", "visit.sh", Workspace.program], input: input)
        let empty = "{\n  \"result\": []\n}\n"
        let expected =
            refused.map {
                "error: acme.example redirects to \($0.1), which is not followed.\nexit 4 203.0.113.1 proof\n"
            }
            + [
                empty + "exit 0 203.0.113.1 proof 203.0.113.2\n", empty + "exit 0 10.1.2.3 proof 10.1.2.4\n",
                "error: corp.example redirects to home.example at 192.168.7.7, a private address, which is not followed.\n"
                    + "exit 4 10.1.2.3 proof\n",
            ]
        expectEqual(ended, ProcessResult(0, expected.joined()))
    }
}
