using Npgsql;

namespace Accelerator.Interop.Tests.Postgres;

/// <summary>A PostgreSQL that ends sessions, or itself. Each test has a server of its own, because other tests use the shared one at the same time.</summary>
public sealed class PostgresOutageTests : LedgerContract
{
    /// <summary>What was committed before the restart is there after it, and what failed meanwhile may be tried again.</summary>
    [LedgerFact]
    public async Task A_server_that_is_restarted_is_a_transient_failure_and_loses_nothing()
    {
        var server = ((PostgresPlace)Place).Server;
        using var deadline = HangGuard.Start();
        var claim = await VerifiedAsync();
        await server.StopAsync(deadline.Token);
        var error = await Assert.ThrowsAsync<LedgerException>(() => PublishAsync(claim));
        Assert.True(error.IsTransient, error.Message);
        Assert.Contains("127.0.0.1", error.Message, StringComparison.Ordinal);
        Assert.True((await Assert.ThrowsAsync<LedgerException>(() => OpenAsync())).IsTransient);
        await server.LaunchAsync(deadline.Token);
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

    /// <summary>A node that is frozen in the middle of a transaction does not keep the rows that it has locked.</summary>
    [LedgerFact]
    public async Task A_transaction_whose_node_is_frozen_ends_and_frees_its_rows()
    {
        using var deadline = HangGuard.Start();
        var claim = await VerifiedAsync();
        var connection = ((PostgresPlace)Place).Connection + ";Pooling=false;Options=-c idle_in_transaction_session_timeout=2s";
        await using var frozen = new NpgsqlConnection(PostgresConnection.Of(connection).Text);
        await frozen.OpenAsync(deadline.Token);
        await using var transaction = await frozen.BeginTransactionAsync(deadline.Token);
        await using (var locking = new NpgsqlCommand("UPDATE file SET size = size", frozen, transaction)) Assert.Equal(1, await locking.ExecuteNonQueryAsync(deadline.Token));

        Assert.True(await PublishAsync(claim).WaitAsync(deadline.Token));
        var ended = await Assert.ThrowsAsync<PostgresException>(() => transaction.CommitAsync(deadline.Token));
        Assert.Equal("25P03", ended.SqlState);
    }

    [LedgerFact]
    public async Task Every_connection_limits_idle_transactions_also_after_its_return_to_the_pool()
    {
        await using var source = NpgsqlDataSource.Create(PostgresConnection.Of(((PostgresPlace)Place).Connection + ";Maximum Pool Size=1").Text);
        for (var i = 0; i < 3; i++)
        {
            await using var command = source.CreateCommand("SHOW idle_in_transaction_session_timeout");
            Assert.Equal("30s", await command.ExecuteScalarAsync());
        }
    }

    /// <summary>The tests above end the sessions of this name.</summary>
    [LedgerFact]
    public async Task A_connection_of_the_ledger_has_a_name_that_an_administrator_sees()
    {
        await using var source = NpgsqlDataSource.Create(((PostgresPlace)Place).Connection);
        await using var command = source.CreateCommand("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'ftpxd'");
        Assert.InRange(Assert.IsType<long>(await command.ExecuteScalarAsync()), 1, 20);
    }

    protected override async Task<LedgerPlace> CreateAsync() => new PostgresPlace(await PostgresFixture.StartAsync(), "public", ownsServer: true);
}
