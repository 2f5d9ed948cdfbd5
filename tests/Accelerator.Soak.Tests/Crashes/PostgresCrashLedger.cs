using Accelerator.Interop.Tests.Postgres;
using Npgsql;

namespace Accelerator.Soak.Tests.Crashes;

/// <summary>PostgreSQL, whose sessions and whose server process are killed too.</summary>
internal sealed class PostgresCrashLedger : CrashLedger
{
    private const string Schema = "crash";
    private const string Credential = "ledger";

    // One kill in this many rounds.
    private const int SessionKills = 12;
    private const int ServerKills = 40;

    // Thirty seconds: a session that had just ended by itself when it was killed ends no other one.
    private const int Looks = 600;

    private PostgresServer? _server;

    public override string Name => "postgresql";

    public override string Json => $$"""{ "kind": "postgresql", "connection": "{{Credential}}" }""";

    public override async Task PrepareAsync(string data, CredentialVault vault)
    {
        _server = await PostgresServer.StartAsync(CancellationToken.None);
        await _server.ExecuteAsync("public", $"CREATE SCHEMA {Schema}");
        await vault.SetAsync(Credential, _server.Connection(Schema), CancellationToken.None);
    }

    public override async Task<DbConnection> OpenAsync()
    {
        var connection = new NpgsqlConnection(_server!.Connection(Schema) + ";Pooling=false");
        await connection.OpenAsync();
        return connection;
    }

    public override Task<DbConnection> OpenLeftAsync() => OpenAsync();

    public override async Task<string?> DisturbAsync(Dice dice)
    {
        var (isServer, isSession, at) = (dice.OneIn(ServerKills), dice.OneIn(SessionKills), TimeSpan.FromMilliseconds(dice.Below(1500)));
        if (!isServer && !isSession) return null;
        // A session is ended at a seeded moment of a real process.
        await Task.Delay(at);
        if (isServer)
        {
            await _server!.KillAsync(CancellationToken.None);
            await _server.LaunchAsync(CancellationToken.None);
            return "PostgreSQL was killed and started";
        }
        if (await SessionAsync() is not { } process) return null;
        await using var witness = await OpenAsync();
        // The server then ends all other sessions and replays the log. On a busy machine it notices the end later, and answers until then as if nothing had happened.
        if (LinuxCalls.Kill(process, LinuxCalls.SigKill) != 0) return null;
        for (var i = 0; i < Looks && await AnswersAsync(witness); i++) await Task.Delay(50);
        await _server!.WaitUntilItAnswersAsync(CancellationToken.None);
        return "a session of PostgreSQL was killed";
    }

    public override async Task<IAsyncDisposable> BreakAsync()
    {
        await _server!.StopAsync(CancellationToken.None);
        return new Stopped(_server);
    }

    public override async ValueTask DisposeAsync()
    {
        if (_server is not null) await _server.DisposeAsync();
    }

    private static async Task<bool> AnswersAsync(DbConnection connection)
    {
        try
        {
            await using var command = connection.CreateCommand();
            command.CommandText = "SELECT 1";
            await command.ExecuteScalarAsync();
            return true;
        }
        catch (DbException)
        {
            return false;
        }
    }

    // A session of the service, as soon as it has one; its start takes a while.
    private async Task<int?> SessionAsync()
    {
        for (var i = 0; i < 30; i++)
        {
            await using var connection = await OpenAsync();
            await using var command = connection.CreateCommand();
            command.CommandText = "SELECT pid FROM pg_stat_activity WHERE application_name = 'ftpxd' ORDER BY random() LIMIT 1";
            if (await command.ExecuteScalarAsync() is int process) return process;
            await Task.Delay(50);
        }
        return null;
    }

    private sealed class Stopped(PostgresServer server) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync() => await server.LaunchAsync(CancellationToken.None);
    }
}
