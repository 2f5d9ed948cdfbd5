using System.Runtime.Versioning;
using Accelerator.Interop.Tests.Fxp;
using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Services;

/// <summary>The real service lets one real server send to another what appears there.</summary>
[Trait("Group", "fxp-job")]
[UnsupportedOSPlatform("windows")]
public sealed class FxpJobTests
{
    private const int Files = 30;

    [ServerTheory("vsftpd", "proftpd")]
    [InlineData("proftpd", "vsftpd")]
    [InlineData("vsftpd", "proftpd")]
    public async Task Thirty_files_that_appear_over_time_go_over_once_each(string source, string destination)
    {
        using var deadline = GetProof.Deadline();
        await using var bench = new ServiceBench();
        await using var from = await FxpServers.StartAsync(source, FxpServers.Allowing(source), deadline.Token);
        await using var to = await FxpServers.StartAsync(destination, FxpServers.Allowing(destination), deadline.Token);
        var job = new FxpJobBench(bench, from, to);
        var hashes = new SortedDictionary<string, string>(StringComparer.Ordinal);
        await PutAsync(from, hashes, 0, 10, deadline.Token);
        await job.StartAsync();
        await job.WaitAsync(5, deadline.Token);
        await PutAsync(from, hashes, 10, Files, deadline.Token);
        var manifest = await job.WaitAsync(Files, deadline.Token);

        Assert.Equal(hashes.Keys, job.Arrived());
        foreach (var (name, hash) in hashes) Assert.Equal(hash, await RandomFile.HashAsync(Path.Combine(job.Inbox, name), deadline.Token));
        Assert.Equal(hashes.Keys.Select(name => $"ftp://{to.Host}:{to.Port}//{FxpServers.Inbox}/{name}"), manifest.Select(line => line.GetProperty("path").GetString()!).Order(StringComparer.Ordinal));
        Assert.Equal(hashes.Keys.Select(name => $"STOR /{FxpServers.Inbox}/{name}.part"), job.Told("STOR").Order(StringComparer.Ordinal));
        Assert.Equal(hashes.Keys.Select(name => $"RNTO /{FxpServers.Inbox}/{name}"), job.Told("RNTO").Order(StringComparer.Ordinal));
        Assert.Empty(await job.TroublesAsync());
    }

    private static async Task PutAsync(FtpServerProcess server, SortedDictionary<string, string> hashes, int first, int end, CancellationToken cancellationToken)
    {
        for (var i = first; i < end; i++) hashes[$"pass-{i:00}.bin"] = await server.PutAsync($"day/pass-{i:00}.bin", i * 40_000, i + 1, cancellationToken);
    }
}
