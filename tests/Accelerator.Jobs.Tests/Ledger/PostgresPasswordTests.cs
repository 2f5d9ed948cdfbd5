namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>What a server that only poses as PostgreSQL gets of the ledger's password.</summary>
public sealed class PostgresPasswordTests
{
    private const string Secret = "geheim-7391";

    public static TheoryData<string> Hosts => [FakePostgres.Foreign, "127.0.0.1", "localhost", $"127.0.0.1,{FakePostgres.Foreign}"];

    [Theory]
    [MemberData(nameof(Hosts))]
    public async Task A_server_that_declines_TLS_and_requests_a_clear_password_does_not_get_it(string host)
    {
        await using var server = new FakePostgres();
        var error = await OpenAsync(server, host, "");
        Assert.True(server.Connections > 0);
        Assert.DoesNotContain(Secret, server.Received, StringComparison.Ordinal);
        Assert.Contains("set SSL Mode or Require Auth in the connection string (docs/ledger.md)", error.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(Secret, error.ToString(), StringComparison.Ordinal);
    }

    /// <summary>Also shows that the server of the other test would have got the password.</summary>
    [Fact]
    public async Task A_connection_string_that_says_so_itself_is_in_force()
    {
        await using var server = new FakePostgres();
        await OpenAsync(server, FakePostgres.Foreign, ";SSL Mode=Prefer;Require Auth=Password");
        Assert.Contains(Secret, server.Received, StringComparison.Ordinal);
    }

    private static Task<LedgerException> OpenAsync(FakePostgres server, string host, string more) => Assert.ThrowsAsync<LedgerException>(() => JobLedger.OpenAsync(
        new PostgresDatabase($"Host={host};Port={server.Port};Username=ftpxd;Database=ftpxd;Password={Secret}{more}"), TimeProvider.System, CancellationToken.None).SoonAsync());
}
