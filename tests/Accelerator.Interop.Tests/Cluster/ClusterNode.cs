using Accelerator.Interop.Tests.Services;
using Accelerator.Jobs.Credentials;

namespace Accelerator.Interop.Tests.Cluster;

/// <summary>One ftpxd of several, with a data folder of its own.</summary>
internal sealed class ClusterNode(string name, string data, string ledger) : IAsyncDisposable
{
    public string Name => name;

    public ProgramRun? Run { get; private set; }

    /// <summary>Starts it, with the ledger's connection string among its credentials and this job file.</summary>
    public async Task StartAsync(string jobs)
    {
        Directory.CreateDirectory(data);
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(data, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        using (var vault = new CredentialVault(data, TimeProvider.System)) await vault.SetAsync("ledger", ledger, CancellationToken.None);
        await File.WriteAllTextAsync(Path.Combine(data, "jobs.json"), jobs);
        Run = ProgramRun.StartFile(NativeProgram.Command[0], data, [ServiceFixture.Library, "--data", data, "--node", name], new Dictionary<string, string>());
    }

    /// <summary>What it has logged.</summary>
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
