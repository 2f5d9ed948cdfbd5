using Accelerator.Jobs.Credentials;

namespace Accelerator.Interop.Tests.Cluster;

/// <summary>One ftpxd of several, with a data folder of its own.</summary>
internal sealed class ClusterNode(string name, string data, string ledger) : IAsyncDisposable
{
    public string Name => name;

    public ProgramRun? Run { get; private set; }

    /// <summary>The port of its page, where it has one.</summary>
    public int? PagePort { get; init; }

    /// <summary>Starts it, with the ledger's connection string among its credentials and this job file.</summary>
    public async Task StartAsync(string jobs)
    {
        Directory.CreateDirectory(data);
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(data, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        using (var vault = new CredentialVault(data, TimeProvider.System)) await vault.SetAsync("ledger", ledger, CancellationToken.None);
        await File.WriteAllTextAsync(Path.Combine(data, "jobs.json"), jobs);
        string[] page = PagePort is { } port ? ["--dashboard", $"127.0.0.1:{port}"] : [];
        Run = ProgramRun.StartFile(NativeProgram.Command[0], data, [ServiceFixture.Library, "--data", data, "--node", name, .. page], new Dictionary<string, string>());
    }

    /// <summary>Asks its page for <c>/health</c>, with its own token.</summary>
    /// <returns>The HTTP status; null where nothing answers.</returns>
    public async Task<int?> HealthAsync()
    {
        var token = Path.Combine(data, "dashboard.token");
        if (!File.Exists(token)) return null;
        using var client = new HttpClient { DefaultRequestHeaders = { Authorization = new("Bearer", (await File.ReadAllTextAsync(token)).Trim()) } };
        try
        {
            using var answer = await client.GetAsync(new Uri($"http://127.0.0.1:{PagePort}/health"));
            return (int)answer.StatusCode;
        }
        catch (HttpRequestException)
        {
            return null;
        }
    }

    public string Log()
    {
        var logs = Path.Combine(data, "logs");
        return Directory.Exists(logs) ? string.Concat(Directory.EnumerateFiles(logs).Order(StringComparer.Ordinal).Select(ReadShared)) : "";
    }

    public async ValueTask DisposeAsync()
    {
        if (Run is not null) await Run.DisposeAsync();
    }

    private static string ReadShared(string path)
    {
        using var reader = new StreamReader(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete));
        return reader.ReadToEnd();
    }
}
