using Accelerator.Engine.Tests.Transfers.Gets;

namespace Accelerator.Matrix.Tests;

/// <summary>
/// Section 4.8 of the fault matrix and attack class S12. Resumption with real servers (T-TLS-1) is in the interop tests. .NET ends a TLS
/// stream without close_notify, so every data connection here ends without one.
/// </summary>
public sealed class TlsCases
{
    private const string Secret = "Zq7-unique-hunter2";

    public static TheoryData<string> Verbs => ["get", "ls", "mirror"];

    [Theory]
    [Streams(1, 3)]
    public async Task T_TLS_4_data_without_a_close_notify_is_complete_if_all_bytes_arrived(int streams)
    {
        await using var server = new TlsServer();
        await using var it = Case();
        await GetAsync(it, server, "--insecure", "--streams", $"{streams}");
        AssertRight(it, server);
    }

    [Fact]
    public async Task T_TLS_4_data_that_ends_without_a_farewell_before_its_last_bytes_is_continued()
    {
        await using var server = new TlsServer { FirstEndsAfter = 299_700 };
        await using var it = Case();
        await GetAsync(it, server, "--insecure", "--streams", "1");
        AssertRight(it, server);
        it.Check(server.CountOf("RETR") >= 2, "The end was not fetched.");
    }

    [Theory]
    [InlineData("self-signed", "signed by an authority this computer does not trust")]
    [InlineData("expired", "it is expired or signed by an authority")]
    [InlineData("another host's", "it is for another name")]
    public async Task T_TLS_2_a_certificate_that_proves_nothing_ends_it_before_the_login(string which, string sentence)
    {
        await using var server = new TlsServer { Certificate = which switch { "expired" => TlsServer.Issue("127.0.0.1", days: -1), "another host's" => TlsServer.Issue("192.0.2.7"), _ => TlsServer.Issue("127.0.0.1") } };
        await using var it = Case();
        await GetAsync(it, server, "--streams", "4");
        it.AssertSaid(11, sentence);
        AssertNoLogin(it, server);
    }

    [Fact]
    public async Task T_TLS_2_a_data_connection_with_another_certificate_gives_no_file()
    {
        await using var server = new TlsServer { DataCertificate = TlsServer.Issue("127.0.0.1") };
        await using var it = Case();
        await GetAsync(it, server, "--insecure", "--streams", "1");
        it.AssertSaid(11, "a different certificate than the control connection");
        it.AssertHere();
    }

    /// <summary>
    /// A certificate that no authority has signed is recognized only by being identical. One with a valid chain may change: the chain is
    /// checked each time.
    /// </summary>
    [Fact]
    public async Task T_TLS_2_a_certificate_that_changes_in_mid_run_ends_it_before_another_login()
    {
        await using var server = new TlsServer { LaterCertificate = TlsServer.Issue("127.0.0.1"), DiesInFirstHandshake = true };
        await using var it = Case();
        // One stream: with several, sessions opened before the change may finish the file.
        await GetAsync(it, server, "--insecure", "--streams", "1");
        it.AssertSaid(11, "presented a different certificate than at the start of this run");
        it.AssertHere();
        it.Check(server.CountOf("USER") == 1 && server.CountOf("PASS") <= 1, $"The login was sent without the certificate being checked again: {string.Join(", ", server.Commands)}");
        it.Check(server.CountOf("AUTH") <= 2, "It was tried again and again.");
    }

    [Theory]
    [InlineData("230 injected: you are in")]
    [InlineData("220 injected")]
    public async Task T_TLS_3_plain_text_behind_the_answer_to_AUTH_ends_it_before_the_login(string injected)
    {
        await using var server = new TlsServer { AuthReply = ["234 go ahead", injected] };
        await using var it = Case();
        await GetAsync(it, server, "--insecure", "--streams", "1");
        it.AssertSaid(11, "replies are injected on the network path");
        AssertNoLogin(it, server);
    }

    [Theory]
    [InlineData("500 unknown command")]
    [InlineData("534 not here")]
    [InlineData("421 too busy")]
    [InlineData("331 password?")]
    public async Task T_TLS_5_a_server_that_refuses_TLS_gets_no_login_in_the_clear(string reply)
    {
        foreach (var verb in (string[])["get", "ls", "mirror"])
        {
            await using var server = new TlsServer { AuthReply = [reply] };
            await using var it = Case();
            await RunAsync(it, verb, server.Url, "--insecure");
            it.Check(it.ExitCode is 11 or 5 or 6, "It went on.");
            AssertNoLogin(it, server);
        }
    }

    [Theory]
    [MemberData(nameof(Verbs))]
    public async Task T_TLS_5_a_230_greeting_does_not_bypass_TLS(string verb)
    {
        await using var it = new HostileFixture(new LoopbackOptions { Banner = "230 you are in already" });
        it.Process.Variables["FTPX_PASSWORD"] = Secret;
        it.Serve("/f", "text");
        await RunAsync(it, verb, $"ftpes://{it.Server.EndPoint}//f", "--insecure");
        // CVE-2021-22946: an attacker on the path answers 230 and receives the rest in the clear.
        it.AssertSaid(11, "does not offer TLS");
        // Connections greeted before the first refusal arrives ask too. A mirror opens the listing's session and up to sixteen more.
        it.AssertSent("AUTH", 1, verb switch { "ls" => 1, "get" => 5, _ => 17 });
        it.Check(it.Server.Log.Commands.All(command => command.Verb is "AUTH" or "QUIT"), "Something was asked in the clear.");
        it.AssertHere();
    }

    [Fact]
    public async Task T_TLS_5_plain_data_where_TLS_was_agreed_on_gives_no_file_and_no_storm()
    {
        await using var server = new TlsServer { IsDataPlain = true };
        await using var it = Case();
        await GetAsync(it, server, "--insecure", "--streams", "1");
        it.Check(it.ExitCode is 11 or 5, "Plain data was taken.");
        it.AssertHere();
        it.Check(server.CountOf("RETR") <= 20, $"{server.CountOf("RETR")} tries.");
    }

    [Fact]
    public async Task T_TLS_6_a_server_that_dies_in_a_data_handshake_is_asked_again()
    {
        await using var server = new TlsServer { DiesInFirstHandshake = true };
        await using var it = Case();
        await GetAsync(it, server, "--insecure", "--streams", "1");
        AssertRight(it, server);
    }

    [Theory]
    [InlineData("534 data is not protected here")]
    [InlineData("502 what is PROT?")]
    public async Task T_TLS_7_a_server_that_does_not_protect_data_is_refused(string reply)
    {
        await using var server = new TlsServer { ProtReply = reply };
        await using var it = Case();
        await GetAsync(it, server, "--insecure", "--streams", "1");
        it.AssertSaid(11, "does not encrypt data connections, so nothing was transferred");
        it.Check(server.CountOf("RETR") + server.CountOf("EPSV") == 0, "It went on.");
        it.AssertHere();
    }

    private static HostileFixture Case()
    {
        // The case's own clock sees no event of this server. No time-out is waited for: each is a minute of real time.
        var it = new HostileFixture { Time = new QuickTime(20), Patience = 1200 };
        it.Process.Variables["FTPX_PASSWORD"] = Secret;
        return it;
    }

    private static Task GetAsync(HostileFixture it, TlsServer server, params string[] more) => RunAsync(it, "get", server.Url, more);

    private static Task RunAsync(HostileFixture it, string verb, string url, params string[] more) =>
        it.RunAsync([verb, url, .. verb switch { "get" => ["-o", it.Into], "mirror" => [it.Into], _ => Array.Empty<string>() }, "--user", "kim", .. more]);

    private static void AssertRight(HostileFixture it, TlsServer server)
    {
        it.Check(it.ExitCode == 0, $"It did not succeed. {string.Join(", ", server.Commands)}");
        it.Check(File.ReadAllBytes(it.Local("f")).AsSpan().SequenceEqual(server.Content), "It is not what the server has.");
    }

    private static void AssertNoLogin(HostileFixture it, TlsServer server)
    {
        it.Check(server.CountOf("USER") + server.CountOf("PASS") == 0, $"A login was sent: {string.Join(", ", server.Commands)}");
        it.AssertHere();
        it.Check(!it.Written.Contains(Secret, StringComparison.Ordinal), "The password was written.");
    }
}
