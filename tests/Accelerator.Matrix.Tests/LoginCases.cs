namespace Accelerator.Matrix.Tests;

/// <summary>
/// Section 4.1 of the fault matrix, T-AUTH: wrong passwords, full servers that look like them, accounts, credentials that cannot be sent.
/// </summary>
public sealed class LoginCases
{
    [Theory]
    [Streams(1, 4, 8)]
    public async Task T_AUTH_1_a_wrong_password_is_tried_once(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { User = "u", Password = "right" }) { Login = "u:pa55word" };
        await it.GetRefusedAsync(4, "Login of u at", streams);
        it.AssertSaid("530");
        it.AssertSent("PASS", 1, 1);
        it.AssertNotSaid("pa55word");
        it.AssertConnections(1, streams + 1);
    }

    [Theory]
    [Streams(4, 8)]
    public async Task T_AUTH_2_a_530_while_others_are_in_is_a_limit(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions
        {
            User = "u", Password = "p", MaxConnections = 2, LimitPoint = LimitPoint.Pass530, LimitReply = "530 Login incorrect.",
        }) { Login = "u:p" };
        await it.GetRightAsync(streams);
        it.AssertRefusals(4);
        it.AssertSaid("allows only 2 connections");
        it.Check(it.Server.Log.PeakTransfers <= 2, "More ran at once than the server allows.");
    }

    [Fact]
    public async Task T_AUTH_3_a_421_at_PASS_for_two_of_eight_leaves_six()
    {
        await using var it = new FaultFixture(new LoopbackOptions
        {
            MaxConnections = 6, LimitPoint = LimitPoint.Pass421, Shaping = new LinkShape { BytesPerSecond = 1_500_000 },
        });
        it.Serve(FaultFixture.Big, 2 * FaultFixture.Length);
        await it.GetRightAsync(8);
        it.AssertRefusals(3);
        it.AssertSaid("allows only 6 connections");
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_AUTH_4_an_account_is_sent_where_one_is_known(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { User = "u", Password = "p", Account = "books" });
        var netrc = it.Process.Write("logins", "machine 127.0.0.1 login u password p account books\n");
        await it.GetAsync(streams, "--netrc", netrc);

        await it.AssertRightAsync();
        it.AssertSent("ACCT", streams, streams + 1);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_AUTH_4_a_server_that_requires_an_account_is_reported_in_one_sentence(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { User = "u", Password = "p", Account = "books" }) { Login = "u:p" };
        await it.GetRefusedAsync(4, "needs an account (ACCT)", streams);
        it.AssertSent("ACCT", 0, 0);
        it.AssertSent("PASS", 1, 5);
    }

    [Theory]
    [InlineData("u%0d%0aDELE%20x:p")]
    [InlineData("u:p%0d%0aDELE%20x")]
    [InlineData("u:p%0aDELE%20x")]
    [InlineData("u:p\nDELE x")]
    [InlineData("u%00:p")]
    [InlineData("u:p%00")]
    [InlineData("", "--user", "u\r\nDELE x")]
    [InlineData("", "--user", "u", "--password-stdin")]
    [InlineData("", "--netrc", "logins")]
    public async Task T_AUTH_5_a_credential_that_holds_a_line_end_is_refused_before_connecting(string login, params string[] more)
    {
        await using var it = new FaultFixture { Login = login };
        it.Process.StandardInput = "p\0q\n";
        it.Process.Write("logins", "machine 127.0.0.1 login u password p account \"a\nDELE x\"\n");
        await it.GetRefusedAsync(2, "contains a line end or NUL, which FTP cannot transmit", 4, more);
        it.AssertConnections(0, 0);
    }
}
