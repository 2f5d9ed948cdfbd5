using Accelerator.Engine.Probing;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Loopback;
using Accelerator.TestKit;

namespace Accelerator.Engine.Tests.Probing;

/// <summary>One server with one file, and probes of it.</summary>
internal sealed class ProbeHarness : IAsyncDisposable
{
    public const string Remote = "/big.bin";

    /// <summary>Large enough that no stream comes to its end.</summary>
    public const long Length = 4L << 30;

    private static readonly string[] Harmless = ["USER", "PASS", "FEAT", "OPTS", "TYPE", "SYST", "NOOP", "SIZE", "MDTM", "MLST", "EPSV", "PASV", "REST", "RANG", "RETR", "HASH", "XSHA256", "CWD", "QUIT"];

    public ProbeHarness(LoopbackOptions? options = null)
    {
        Server = LoopbackServer.Start(options);
        Server.Files.AddSynthetic(Remote, Length);
    }

    public LoopbackServer Server { get; }

    public TempFolder Folder { get; } = new();

    public List<ProbeStep> Progress { get; } = [];

    public ProbeRequest Request(int streams, string remote = Remote) => new()
    {
        Source = new TransferSource(new FtpEndpoint("127.0.0.1", Server.EndPoint.Port, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText(remote, FtpCharsets.Utf8)),
        MostStreams = streams,
    };

    /// <summary>Probes, and asserts what holds of every probe: it asks for nothing but reading, says good-bye, and leaves nothing behind.</summary>
    public async Task<ProbeReport> ProbeAsync(int streams, string remote = Remote, Func<ProbeRequest, ProbeRequest>? adjust = null)
    {
        var request = Request(streams, remote);
        var report = await new ProbeRunner(TimeProvider.System).RunAsync(adjust?.Invoke(request) ?? request, new Steps(Progress), CancellationToken.None);
        AssertPolite(request);
        await Server.Log.WaitForAsync(log => log is { ControlConnections: 0, DataConnections: 0 }, CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(10));
        return report;
    }

    /// <summary>The probe fails for this reason.</summary>
    public async Task<TransferException> FailAsync(FailureKind kind, string remote = Remote, Func<ProbeRequest, ProbeRequest>? adjust = null)
    {
        var failure = await Assert.ThrowsAsync<TransferException>(() => ProbeAsync(4, remote, adjust));
        Assert.Equal(kind, failure.Kind);
        AssertPolite(Request(4));
        return failure;
    }

    public async ValueTask DisposeAsync()
    {
        await Server.DisposeAsync();
        Folder.Dispose();
    }

    private void AssertPolite(ProbeRequest request)
    {
        Assert.Empty(Server.Log.Commands.Select(command => command.Verb).Except(Harmless));
        Assert.InRange(Server.Log.PeakControlConnections, 0, request.MostStreams + 1);
        Assert.InRange(Server.Log.Refusals, 0, 3);
        Assert.Empty(Directory.GetFileSystemEntries(Folder.Path));
    }

    private sealed class Steps(List<ProbeStep> all) : IProgress<ProbeStep>
    {
        public void Report(ProbeStep value) => all.Add(value);
    }
}
