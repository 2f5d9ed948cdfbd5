namespace Accelerator.Jobs.Tests.Definitions;

/// <summary>The gateways of a job file.</summary>
public sealed class GatewayReaderTests
{
    [Fact]
    public void Every_key_is_read_and_a_file_may_have_gateways_alone()
    {
        var file = Read(
            """
            "a": { "listen": "127.0.0.1:2121", "servers": ["one"] },
            "b": {
              "listen": "0.0.0.0:2122", "servers": ["one", "two"], "http": "[::1]:8080", "user": "clerk", "credential": "c", "clients": ["10.1.0.0/16", "::1"],
              "max_clients": 7, "max_clients_per_address": 3, "verify_first": true
            },
            "c": {
              "listen": "127.0.0.1:2123", "servers": ["one"], "http": "0.0.0.0:8443", "http_token_credential": "t", "http_certificate": "c.pem", "http_key": "k.pem",
              "http_key_credential": "p"
            }
            """).File!;
        var (a, b) = (file.Gateways[0], file.Gateways[1]);
        Assert.Equal(("a", "127.0.0.1:2121", "one", null, null, null, 100, 25, false), (a.Name, $"{a.Listen}", Names(a), a.Http, a.User, a.Credential, a.MaxClients, a.MaxClientsPerAddress, a.VerifyFirst));
        Assert.Empty(a.Clients);
        Assert.Equal(("0.0.0.0:2122", "one two", "[::1]:8080", "clerk", "c", 7, 3, true), ($"{b.Listen}", Names(b), $"{b.Http}", b.User, b.Credential, b.MaxClients, b.MaxClientsPerAddress, b.VerifyFirst));
        Assert.Equal(["10.1.0.0/16", "::1"], b.Clients);
        var c = file.Gateways[2];
        Assert.Equal(("0.0.0.0:8443", "t", "c.pem", "k.pem", "p"), ($"{c.Http}", c.HttpTokenCredential, c.HttpCertificate, c.HttpKey, c.HttpKeyCredential));
        Assert.All(
            [c with { HttpTokenCredential = "x" }, c with { HttpCertificate = "x" }, c with { HttpKey = null }, c with { HttpKeyCredential = null }],
            other => Assert.False(c.IsLike(other)));

        static string Names(GatewayDefinition gateway) => string.Join(' ', gateway.Servers.Select(server => server.Name));
    }

    [Fact]
    public void A_gateway_has_the_replicas_of_its_servers()
    {
        var file = Read(""" "g": { "listen": "127.0.0.1:2121", "servers": ["one"] }, "h": { "listen": "127.0.0.1:2122", "servers": ["two"] }""", """ "replicas": ["two"], """).File!;
        Assert.Equal("two", Assert.Single(file.Gateways[0].Replicas).Name);
        Assert.Empty(file.Gateways[1].Replicas);
    }

    [Theory]
    [InlineData("""{ "servers": ["one"] }""", "line 1, gateways.g.listen: this is missing; write for example \"127.0.0.1:2121\".")]
    [InlineData("""{ "listen": "2121", "servers": ["one"] }""", "line 1, gateways.g.listen: \"2121\" is not an address with a port, as in 127.0.0.1:2121.")]
    [InlineData("""{ "listen": "0.0.0.0:21", "servers": ["one"] }""", "line 1, gateways.g.listen: other computers can reach 0.0.0.0: add user and credential, or clients.")]
    [InlineData("""{ "listen": "127.0.0.1:21" }""", "line 1, gateways.g.servers: name at least one of the servers of this file.")]
    [InlineData("""{ "listen": "127.0.0.1:21", "servers": ["three"] }""", "line 1, gateways.g.servers: there is no server \"three\"; the servers are one, two.")]
    [InlineData("""{ "listen": "127.0.0.1:21", "servers": ["one"], "http": "10.0.0.1:80" }""", "line 1, gateways.g.http: other computers can reach 10.0.0.1: add http_token_credential and http_certificate, or write 127.0.0.1:PORT.")]
    [InlineData("""{ "listen": "127.0.0.1:21", "servers": ["one"], "http": "10.0.0.1:80", "http_certificate": "c" }""", "line 1, gateways.g.http: other computers can reach 10.0.0.1: ")]
    [InlineData("""{ "listen": "127.0.0.1:21", "servers": ["one"], "http": "10.0.0.1:80", "http_token_credential": "t" }""", "line 1, gateways.g.http: other computers can reach 10.0.0.1: ")]
    [InlineData("""{ "listen": "127.0.0.1:21", "servers": ["one"], "http_token_credential": "t" }""", "line 1, gateways.g.http_token_credential: this needs http.")]
    [InlineData("""{ "listen": "127.0.0.1:21", "servers": ["one"], "http": "127.0.0.1:80", "http_key": "k" }""", "line 1, gateways.g.http_key: this needs http_certificate.")]
    [InlineData("""{ "listen": "127.0.0.1:21", "servers": ["one"], "http": "127.0.0.1:21" }""", "line 1, gateways.g.http: 127.0.0.1:21 is taken by the gateway \"g\".")]
    [InlineData("""{ "listen": "127.0.0.1:21", "servers": ["one"], "user": "kim" }""", "line 1, gateways.g.user: user and credential belong together: the gateway's own login.")]
    [InlineData("""{ "listen": "127.0.0.1:21", "servers": ["one"], "clients": ["10.1"] }""", "line 1, gateways.g.clients: \"10.1\" is neither an address nor a network, as in 10.1.0.0/16.")]
    [InlineData("""{ "listen": "127.0.0.1:21", "servers": ["one"], "clients": ["10.1.0.0/33"] }""", "line 1, gateways.g.clients: \"10.1.0.0/33\" is neither an address nor a network, as in 10.1.0.0/16.")]
    [InlineData("""{ "listen": "127.0.0.1:21", "servers": ["one"], "max_clients": 0 }""", "line 1, gateways.g.max_clients: 0 is not a whole number from 1 to 10000.")]
    [InlineData("""{ "listen": "127.0.0.1:21", "servers": ["one"], "max_clients_per_address": 0 }""", "line 1, gateways.g.max_clients_per_address: 0 is not a whole number from 1 to 10000.")]
    [InlineData("""{ "listen": "127.0.0.1:21", "servers": ["one"], "upstream": "x" }""", "line 1, gateways.g.upstream: ")]
    public void A_wrong_key_is_named_with_what_to_write(string gateway, string problem) =>
        Assert.Contains(Read($"\"g\": {gateway}").Problems, one => $"{one}".StartsWith(problem, StringComparison.Ordinal));

    [Fact]
    public void A_running_gateway_stays_if_only_the_options_of_its_server_change()
    {
        var before = Read("""  "g": { "listen": "127.0.0.1:21", "servers": ["one"] } """).File!.Gateways[0];
        var other = Read("""  "g": { "listen": "127.0.0.1:21", "servers": ["one"] } """, "\"sessions\": 3, ").File!.Gateways[0];
        Assert.True(before.IsLike(other));
        Assert.False(before.IsLike(other with { Clients = ["::1"] }));
        Assert.False(before.IsLike(other with { Servers = [before.Servers[0] with { Endpoint = new FtpEndpoint("h3", 21, FtpSecurity.None) }] }));
    }

    private static JobFileReading Read(string gateways, string options = "") => JobFileReader.Read(
        Encoding.UTF8.GetBytes(
            $$"""{ "servers": { "one": { {{options}}"address": "ftp://h1" }, "two": { "address": "ftp://h2:2121" } }, "gateways": { {{gateways.ReplaceLineEndings(" ")}} } }"""),
        _ => { });
}
