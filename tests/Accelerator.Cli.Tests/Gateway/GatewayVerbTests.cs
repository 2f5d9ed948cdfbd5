using Accelerator.Cli.Gateway;
using Accelerator.Cli.Tests.Serve;

namespace Accelerator.Cli.Tests.Gateway;

/// <summary><c>ftpx gateway</c>: its options, and a run with <c>ftpx get</c> as client in the same process.</summary>
public sealed class GatewayVerbTests : LoopbackFixture
{
    private readonly OptionFixture<GatewayOptions> _gateway = new(work => new GatewayCommand(work));
    private readonly TestEnvironment _client = new();
    private readonly LineWriter _out = new();

    public static TheoryData<string, Func<object, object?>, object?> Values => OptionFixture<GatewayOptions>.Rows(
        CommandLineFixture.RowsOf("gateway"), o => o,
        ("--listen 127.0.0.1:2122", o => o.Listen, new IPEndPoint(IPAddress.Loopback, 2122)),
        ("--listen [::1]:21", o => o.Listen, new IPEndPoint(IPAddress.IPv6Loopback, 21)),
        ("--listen 0", o => o.Listen, new IPEndPoint(IPAddress.Loopback, 0)),
        ("--http 8080", o => o.Http, new IPEndPoint(IPAddress.Loopback, 8080)),
        ("--http [::1]:8080", o => o.Http, new IPEndPoint(IPAddress.IPv6Loopback, 8080)),
        ("--http-token-file token.txt --http 8443", o => o.HttpTokenFile, "token.txt"),
        ("--http-certificate c.pem --http 0.0.0.0:8443", o => $"{o.Http} {o.HttpCertificate}", "0.0.0.0:8443 c.pem"),
        ("--http-key k.pem --http-certificate c.pem --http 8443", o => o.HttpKey, "k.pem"),
        ("--http 0 --listen 0", o => o.Http, new IPEndPoint(IPAddress.Loopback, 0)),
        ("--upstream ftp://host:2121", o => o.Upstream, "ftp://host:2121"),
        ("--upstream ftp://kim:p@host", o => o.Upstream, "ftp://kim:p@host"),
        ("--upstream lab:", o => o.Upstream, "lab:"),
        ("--replica ftp://b --replica c:pub --upstream ftp://a", o => string.Join(' ', o.Replicas), "ftp://b c:pub"),
        ("--allow host --allow 10.0.0.0/8:2121", o => o.Allowed.Count, 2),
        ("--client 10.0.0.0/8", o => $"{o.Clients[0]}", "10.0.0.0/8"),
        ("--gateway-user clerk", o => o.GatewayUser, "clerk"),
        ("--max-clients 7", o => o.MaxClients, 7),
        ("--max-clients-per-address 7", o => o.MaxClientsPerAddress, 7),
        ("--read-ahead 8M", o => o.ReadAhead.Memory, 8L << 20),
        ("--read-ahead-files 7", o => o.ReadAhead.Files, 7),
        ("--read-ahead-age 2s", o => o.ReadAhead.MaxAge, TimeSpan.FromSeconds(2)),
        ("--allow-changes", o => o.AllowChanges, true),
        ("--verify-first", o => o.VerifyFirst, true));

    public override void Dispose()
    {
        _gateway.Dispose();
        _client.Dispose();
        _out.Dispose();
        base.Dispose();
    }

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Each_option_sets_its_value(string words, Func<object, object?> value, object? expected)
    {
        List<string> all = [.. words.Split(' ')];
        if (!all.Contains("--upstream") && !all.Contains("--allow")) all.AddRange(["--upstream", "ftp://h"]);
        if (!all.Contains("--gateway-user")) all.AddRange(["--gateway-user", "clerk"]);
        Assert.Equal(expected, value(await _gateway.ParseAsync([.. all])));
    }

    [Fact]
    public void Each_option_has_a_row_in_the_table_above() => OptionFixture<GatewayOptions>.AssertComplete(RowsOf("gateway"), Values);

    [Theory]
    [InlineData("", "The gateway needs a server: add --upstream ftp://host, or --allow HOST for each server that clients may name.")]
    [InlineData("--upstream ftp://h --allow h", "With --upstream, clients cannot name another server: omit --allow, or omit --upstream.")]
    [InlineData("--allow h --replica ftp://b", "--replica adds a server to that of --upstream, but clients name theirs: add --upstream ftp://host, or omit --replica.")]
    [InlineData("--upstream ftp://h --listen 0.0.0.0:2121", "Other computers can reach 0.0.0.0: add --gateway-user NAME, or --client for each address that may connect.")]
    [InlineData("--upstream ftp://h --user kim", "Clients log in at the server themselves. To use a stored login for them, add --gateway-user NAME; otherwise omit --user.")]
    [InlineData("--upstream ftp://kim:geheim@h", "Clients log in at the server themselves. To use a stored login for them, add --gateway-user NAME; otherwise omit the login in --upstream.")]
    [InlineData("--upstream ftpes://kim@h", "Clients log in at the server themselves. To use a stored login for them, add --gateway-user NAME; otherwise omit the login in --upstream.")]
    [InlineData("--upstream ftp://h --gateway-user a:b", "--gateway-user: The name must not contain a colon; the password comes from FTPX_GATEWAY_PASSWORD or a prompt.")]
    [InlineData("--upstream ftp://h --listen 8080 --http 8080", "--listen 127.0.0.1:8080 and --http 127.0.0.1:8080 use the same port: choose another port for one of them.")]
    [InlineData("--upstream ftp://h --client 10.0.0.0/8 --listen 0.0.0.0:8080 --http 8080", "--listen 0.0.0.0:8080 and --http 127.0.0.1:8080 use the same port: choose another port for one of them.")]
    [InlineData("--upstream ftp://h --listen host", "--listen: \"host\" is not an address and a port: write 127.0.0.1:2121, [::1]:2121, or a port for this computer.")]
    [InlineData("--upstream ftp://h --http 0.0.0.0:8080 --http-token-file t", "Other computers can reach 0.0.0.0, and HTTP is not encrypted: add --http-certificate FILE and --http-token-file FILE, or choose 127.0.0.1:PORT.")]
    [InlineData("--upstream ftp://h --http host", "--http: \"host\" is not an address and a port: write 127.0.0.1:2121, [::1]:2121, or a port for this computer.")]
    [InlineData("--upstream ftp://h --http-certificate c", "--http-token-file and --http-certificate are for HTTP: add --http, or omit them.")]
    [InlineData("--upstream ftp://h --http 8080 --http-key k", "--http-key belongs to a certificate: add --http-certificate FILE.")]
    [InlineData("--upstream ftp://h --read-ahead 17G", "--read-ahead: \"17G\" is too much memory: use at most 16G.")]
    [InlineData("--upstream ftp://h --read-ahead-files 0", "--read-ahead-files: \"0\" is not a number of files: use 1 to 10000, or --read-ahead 0 for none.")]
    [InlineData("--allow 127.1", "--allow: \"127.1\" is not a server: write ftp.example.org, 10.1.2.3 or 10.0.0.0/8, with :PORT for another port than 21.")]
    public Task Open_access_and_invalid_arguments_are_refused(string words, string sentence) =>
        _gateway.AssertRefusedAsync(sentence, words.Split(' ', StringSplitOptions.RemoveEmptyEntries));

    [Theory]
    [InlineData(false, "Set TMPDIR to another folder.")]
    [InlineData(true, "Set TEMP and TMP to another folder.")]
    public async Task An_unusable_folder_for_temporary_files_is_refused_at_the_start(bool isWindows, string advice)
    {
        var runner = new GatewayRunner(RealTime with
        {
            Out = _out, IsWindows = isWindows, CreateTemporaryFolder = static () => throw new UnauthorizedAccessException("Access to the path is denied."),
        });
        var error = await Assert.ThrowsAsync<UsageException>(() => runner.RunAsync(new GatewayOptions
        {
            Listen = new IPEndPoint(IPAddress.Loopback, 0), Upstream = $"ftp://{Server.EndPoint}", NoSiteMemory = true,
        }));
        Assert.Equal(ExitCodes.Usage, error.Code);
        Assert.StartsWith("The folder for temporary files ", error.Message);
        Assert.EndsWith(" cannot be used: Access to the path is denied. " + advice, error.Message);
    }

    [Fact]
    public async Task The_opening_says_how_clients_name_the_server()
    {
        var run = new GatewayRunner(RealTime with { Out = _out }).RunAsync(new GatewayOptions
        {
            Listen = new IPEndPoint(IPAddress.Loopback, 0), Allowed = [GatewayValues.Rule("127.0.0.1")], NoSiteMemory = true,
        });
        Assert.EndsWith(" for the servers that clients name. Press Ctrl-C to stop.", await _out.NextAsync());
        Assert.Equal("Clients log in as USER@HOST or USER@HOST:PORT.", await _out.NextAsync());
        Process.Stop!.Press();
        Assert.Equal(0, await run.WaitAsync(Patience));
    }

    [Fact]
    public async Task With_quiet_the_opening_is_not_printed()
    {
        using var output = new StringWriter();
        var run = new GatewayRunner(RealTime with { Out = output }).RunAsync(new GatewayOptions
        {
            Listen = new IPEndPoint(IPAddress.Loopback, 0), Upstream = $"ftp://{Server.EndPoint}", NoSiteMemory = true, Quiet = true,
        });
        await Soon.UntilAsync(() => Process.Stop is not null);
        Process.Stop!.Press();
        Assert.Equal(0, await run.WaitAsync(Patience));
        Assert.Equal("", output.ToString());
    }

    [Fact]
    public async Task A_file_comes_through_the_gateway_until_Ctrl_C_ends_it()
    {
        Server.Files.AddSynthetic("/f.bin", 2_000_000, 1);
        var run = new GatewayRunner(RealTime with { Out = _out }).RunAsync(new GatewayOptions
        {
            Listen = new IPEndPoint(IPAddress.Loopback, 0), Http = new IPEndPoint(IPAddress.Loopback, 0),
            Upstream = $"ftp://{Server.EndPoint}", Replicas = ["ftp://127.0.0.2"], NoSiteMemory = true,
        });
        var opening = Regex.Match(
            await _out.NextAsync(),
            "^Gateway at (ftp://127.0.0.1:[0-9]+/) and (http://127.0.0.1:[0-9]+/) for ftp://127.0.0.1:[0-9]+. Press Ctrl-C to stop.$");
        Assert.Equal("Files of 16.0 MiB or more also come from ftp://127.0.0.2:21/, if both servers report the same hash.", await _out.NextAsync());
        var (url, web) = (opening.Groups[1].Value, opening.Groups[2].Value);

        Assert.Equal(0, await FtpxCommand.RunAsync(["get", "--quiet", url + "f.bin"], _client.Value with { Time = TimeProvider.System }));

        Assert.Equal(2_000_000, new FileInfo(Path.Combine(_client.Folder, "f.bin")).Length);
        Assert.Matches("^[0-9:]{8} session [0-9]+ from 127.0.0.1:[0-9]+: logged in as anonymous at 127.0.0.1:[0-9]+$", await _out.NextAsync("logged in"));
        Assert.Matches("^[0-9:]{8} session [0-9]+: /?f.bin: ", await _out.NextAsync("f.bin"));
        using (var http = new HttpClient())
        {
            Assert.Equal(2_000_000, (await http.GetByteArrayAsync(web + "f.bin")).Length);
            Assert.Matches("^[0-9:]{8} session [0-9]+ from 127.0.0.1:[0-9]+: GET /f.bin$", await _out.NextAsync("GET"));
            Assert.Matches("^[0-9:]{8} session [0-9]+: /?f.bin: ", await _out.NextAsync("f.bin"));
            Assert.Equal(HttpStatusCode.NotFound, (await http.GetAsync(web + "none")).StatusCode);
            Assert.Matches(
                "^[0-9:]{8} session [0-9]+ from 127.0.0.1:[0-9]+: GET /none: failed with 404: There is no such file or folder. ", await _out.NextAsync("404"));
        }
        Process.Stop!.Press();
        Assert.Equal(0, await run.WaitAsync(Patience));
    }
}
