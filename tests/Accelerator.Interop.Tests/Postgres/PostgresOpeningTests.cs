using Accelerator.Interop.Tests.Servers;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Interop.Tests.Postgres;

[Trait("Group", "postgresql")]
[Collection(PostgresFixture.Collection)]
public sealed class PostgresOpeningTests(PostgresFixture server) : OpeningContract
{
    /// <summary>The server goes and comes back; what was committed is there, and what was asked meanwhile is worth asking again.</summary>
    [LedgerFact]
    public async Task A_server_that_is_restarted_is_a_transient_failure_and_loses_nothing()
    {
        var own = ((PostgresPlace)Place).Server;
        using var deadline = FixtureProof.Deadline();
        var claim = await VerifiedAsync();
        await own.StopAsync(deadline.Token);
        var error = await Assert.ThrowsAsync<LedgerException>(() => PublishAsync(claim));
        Assert.True(error.IsTransient, error.Message);
        Assert.Contains("127.0.0.1", error.Message, StringComparison.Ordinal);
        Assert.True((await Assert.ThrowsAsync<LedgerException>(() => OpenAsync())).IsTransient);
        await own.LaunchAsync(deadline.Token);
        // A connection of the pool may be one of those that broke.
        while (!await PublishedAsync(claim)) deadline.Token.ThrowIfCancellationRequested();
        Assert.Equal(claim.FileId, Assert.Single(await Ledger.Report.HistoryAsync(null, null, 9, deadline.Token)).FileId);

        async Task<bool> PublishedAsync(Claim held)
        {
            try
            {
                return await PublishAsync(held);
            }
            catch (LedgerException exception) when (exception.IsTransient)
            {
                return false;
            }
        }
    }

    /// <summary>An administrator, or a standby that takes over, ends sessions.</summary>
    [LedgerFact]
    public async Task A_session_that_the_server_ends_is_a_transient_failure()
    {
        await QueueAsync(await FolderAsync(), "one");
        await Place.ExecuteAsync("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ftpxd'");
        var told = new List<bool>();
        for (var i = 0; i < 20 && told.Count < 2; i++)
        {
            try
            {
                await ClaimAsync();
                break;
            }
            catch (LedgerException exception)
            {
                told.Add(exception.IsTransient);
            }
        }
        Assert.DoesNotContain(false, told);
        Assert.Equal(FileState.Transferring, (await FindAsync(await FolderAsync(), "one")).State);
    }

    [LedgerFact]
    public async Task A_database_or_schema_that_is_not_there_is_told_with_what_to_do()
    {
        var connection = ((PostgresPlace)Place).Connection;
        foreach (var (wrong, advice) in ((string, string)[])[(connection.Replace("Database=postgres", "Database=nowhere"), "Create the database first"), (connection + ";Search Path=nowhere", "Create the schema first")])
        {
            var error = await Assert.ThrowsAsync<LedgerException>(() => JobLedger.OpenAsync(new PostgresDatabase(wrong), Time, None));
            Assert.Contains(advice, error.Message, StringComparison.Ordinal);
            Assert.False(error.IsTransient);
        }
    }

    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}
