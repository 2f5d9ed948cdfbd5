using System.Diagnostics;
using System.Security.Cryptography;
using Accelerator.Cli.Running;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Loopback;

namespace Accelerator.Cli.Selftest;

/// <summary>Fetches files from a loopback server with the real engine and compares what arrived.</summary>
internal sealed class SelftestFetch(LoopbackServer server, TransferCalls calls, string folder)
{
    /// <summary>Fetches one file.</summary>
    /// <param name="path">The remote path.</param>
    /// <param name="streams">The number of streams.</param>
    /// <param name="events">Receives the events of the run.</param>
    /// <param name="cancellationToken">A token to cancel the operation; the engine then returns a result.</param>
    public async Task<Fetched> RunAsync(string path, int streams, IProgress<TransferEvent> events, CancellationToken cancellationToken)
    {
        var endpoint = new FtpEndpoint(server.EndPoint.Address.ToString(), server.EndPoint.Port, FtpSecurity.None);
        var source = new TransferSource(endpoint, FtpCredential.Anonymous, FtpPath.FromText(path, FtpCharsets.Utf8));
        var request = new TransferRequest
        {
            Items = [new TransferItem { Sources = [source], TargetPath = LocalPath(path) }],
            Streams = streams,
            Overwrite = true,
        };

        var before = CpuTime();
        var result = await calls.Run(request, events, cancellationToken).ConfigureAwait(false);
        return new Fetched(result.Files[0], CpuTime() - before);
    }

    /// <summary>Returns whether the local file has the SHA-256 of the served one.</summary>
    public async Task<bool> IsEqualAsync(string path, CancellationToken cancellationToken)
    {
        var local = File.OpenRead(LocalPath(path));
        await using (local.ConfigureAwait(false))
        {
            var hash = await SHA256.HashDataAsync(local, cancellationToken).ConfigureAwait(false);
            return Convert.ToHexString(hash).Equals(server.Files.Sha256Of(path), StringComparison.OrdinalIgnoreCase);
        }
    }

    /// <summary>Deletes the local file, so that the disk holds only one at a time.</summary>
    public void Remove(string path) => LocalChanges.Delete(LocalPath(path));

    private string LocalPath(string path) => Path.Combine(folder, Path.GetFileName(path));

    private static TimeSpan CpuTime()
    {
        using var process = Process.GetCurrentProcess();
        return process.TotalProcessorTime;
    }
}

/// <summary>One fetch from the server in this process.</summary>
/// <param name="Result">The result that the engine reported.</param>
/// <param name="Cpu">The processor time of the whole process, including the server's share.</param>
internal sealed record Fetched(FileResult Result, TimeSpan Cpu);
