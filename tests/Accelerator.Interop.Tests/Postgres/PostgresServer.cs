using Npgsql;

namespace Accelerator.Interop.Tests.Postgres;

/// <summary>A PostgreSQL of its own on a loopback port, under an unprivileged account, with its data in a private folder.</summary>
public sealed class PostgresServer : IAsyncDisposable
{
    // A server that cannot start ends by itself; the limit is for one that hangs.
    private static readonly TimeSpan StartLimit = TimeSpan.FromMinutes(3);

    private readonly ServerFolder _folder = new();
    private readonly int _port = LoopbackPorts.FindFree(IPAddress.Loopback, 1);
    private ServerChild? _child;

    private PostgresServer() { }

    private string Data => _folder.File("data");

    public static async Task<PostgresServer> StartAsync(CancellationToken cancellationToken)
    {
        var server = new PostgresServer();
        try
        {
            Directory.CreateDirectory(server.Data);
            if (Environment.IsPrivilegedProcess) await server.RunAsync("/usr/bin/chown", ["nobody", server.Data], cancellationToken);
            // What is made here is not to survive a power cut; what tests write is flushed as everywhere (fsync is on).
            await server.ToolAsync("initdb", ["--username=ftpxd", "--auth=trust", "--locale=C", "--encoding=UTF8", "--no-sync"], cancellationToken);
            await server.LaunchAsync(cancellationToken);
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>Npgsql's connection string for a schema of this server.</summary>
    public string Connection(string schema) => $"Host=127.0.0.1;Port={_port};Username=ftpxd;Database=postgres;Search Path={schema};Maximum Pool Size=20;Timeout=60;Command Timeout=120";

    /// <summary>Ends all sessions at once, as a crash of the server does.</summary>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await ToolAsync("pg_ctl", ["stop", "--mode=immediate", "--wait", "--timeout=180"], cancellationToken);
        await _child!.DisposeAsync();
        _child = null;
    }

    /// <summary>Starts it, at the port and with the data that it had.</summary>
    public async Task LaunchAsync(CancellationToken cancellationToken)
    {
        string[] settings = [$"port={_port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=on", "jit=off", "max_connections=200", "log_min_messages=warning"];
        var command = Command(ServerTools.Require("postgres"), ["-D", Data, .. settings.SelectMany(setting => (string[])["-c", setting])]);
        _child = ServerChild.Start(command[0], command[1..], _folder.Empty);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(StartLimit);
        while (!await AnswersAsync(cancellationToken))
        {
            if (_child.HasExited || limit.IsCancellationRequested)
            {
                await _child.TakeLastWordsAsync();
                throw new InvalidOperationException($"PostgreSQL does not answer at port {_port}. It said:\n{_child.Output}");
            }
            await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
        }
    }

    /// <summary>SIGKILL of the server and, when it is gone, of all that it started: nothing is tidied up.</summary>
    public async Task KillAsync(CancellationToken cancellationToken)
    {
        var id = (await File.ReadAllLinesAsync(Path.Combine(Data, "postmaster.pid"), cancellationToken))[0];
        await RunAsync("/bin/bash", ["-c", $"kill -KILL {id}"], cancellationToken);
        await _child!.DisposeAsync();
        _child = null;
    }

    /// <summary>Waits until the server accepts a connection: after one of its processes has ended, it replays its log first.</summary>
    public async Task WaitUntilItAnswersAsync(CancellationToken cancellationToken)
    {
        while (!await AnswersAsync(cancellationToken)) await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
    }

    /// <summary>Starts again with TLS. Over it the account needs a password of this kind; without it the account needs none.</summary>
    public async Task ProtectAsync(string method, string password, string certificate, string key, CancellationToken cancellationToken)
    {
        await ExecuteAsync("public", $"SET password_encryption = '{method}'; ALTER ROLE ftpxd PASSWORD '{password}'");
        foreach (var (name, text) in ((string, string)[])[("server.crt", certificate), ("server.key", key)])
        {
            var file = Path.Combine(Data, name);
            await File.WriteAllTextAsync(file, text, cancellationToken);
            if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
            if (Environment.IsPrivilegedProcess) await RunAsync("/usr/bin/chown", ["nobody", file], cancellationToken);
        }
        await File.WriteAllTextAsync(Path.Combine(Data, "pg_hba.conf"), $"hostssl all all 127.0.0.1/32 {method}\nhostnossl all all 127.0.0.1/32 trust\n", cancellationToken);
        await StopAsync(cancellationToken);
        await File.AppendAllTextAsync(Path.Combine(Data, "postgresql.auto.conf"), "ssl = on\n", cancellationToken);
        await LaunchAsync(cancellationToken);
    }

    public async Task ExecuteAsync(string schema, string sql)
    {
        // The tests' own statements go without TLS also if the server has it.
        await using var connection = new NpgsqlConnection(Connection(schema) + ";SSL Mode=Disable;Pooling=false");
        await connection.OpenAsync();
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    public async ValueTask DisposeAsync()
    {
        // Only a server that ends by itself gives its shared memory back.
        if (_child is { HasExited: false }) await StopAsync(CancellationToken.None);
        _folder.Dispose();
    }

    private async Task<bool> AnswersAsync(CancellationToken cancellationToken)
    {
        if (!LoopbackPorts.IsListening(IPAddress.Loopback, _port)) return false;
        try
        {
            await using var connection = new NpgsqlConnection(Connection("public") + ";SSL Mode=Disable;Pooling=false");
            await connection.OpenAsync(cancellationToken);
            return true;
        }
        catch (NpgsqlException)
        {
            return false;
        }
    }

    private Task ToolAsync(string tool, IEnumerable<string> arguments, CancellationToken cancellationToken)
    {
        var command = Command(ServerTools.Require(tool), [.. arguments, "-D", Data]);
        return RunAsync(command[0], command[1..], cancellationToken);
    }

    // PostgreSQL refuses to run as root.
    private static string[] Command(string file, IEnumerable<string> arguments)
    {
        var environment = file.StartsWith(ServerTools.UnpackedRoot, StringComparison.Ordinal) ? ServerTools.UnpackedEnvironment.Select(pair => $"{pair.Key}={pair.Value}") : [];
        var account = Environment.IsPrivilegedProcess ? (string[])["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : [];
        return ["/usr/bin/env", .. environment, .. account, file, .. arguments];
    }

    private async Task RunAsync(string file, IEnumerable<string> arguments, CancellationToken cancellationToken)
    {
        var (exitCode, said) = await ProgramRun.RunFileAsync(file, _folder.Empty, arguments, cancellationToken);
        if (exitCode != 0) throw new InvalidOperationException($"{file} {string.Join(' ', arguments)} ended with exit code {exitCode}:\n{said}");
    }
}
