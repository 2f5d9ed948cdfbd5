using System.Collections.Concurrent;
using System.Net;
using Accelerator.Engine.Fxp;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Fxp;

/// <summary>Copies between two real servers, by the engine.</summary>
internal sealed class FxpBench(FtpServerProcess from, FtpServerProcess to)
{
    private readonly ConcurrentQueue<(FxpSide Side, FtpTraceLine Line)> _trace = new();
    private readonly ConcurrentQueue<FxpEvent> _events = new();

    /// <summary>
    /// Servers share 127.0.0.1; the client has an address of its own, so that the other server's is a foreign one to each, as it is in the world.
    /// </summary>
    public static IPAddress ClientAddress { get; } = IPAddress.Parse("127.0.0.2");

    /// <summary>What was said to a server so far, in order.</summary>
    public IReadOnlyList<string> Sent(FxpSide side) => [.. _trace.Where(entry => entry.Side == side && !entry.Line.FromServer).Select(entry => entry.Line.Text)];

    public IReadOnlyList<FxpEvent> Events => [.. _events];

    /// <summary>The whole dialogue, for the message of a test that fails.</summary>
    public string Dialogue => string.Join('\n', _trace.Select(entry => $"{entry.Side} {(entry.Line.FromServer ? '<' : '>')} {entry.Line.Text}"));

    public static FxpServer Server(FtpServerProcess server) => new(
        new FtpEndpoint(server.Host, server.Port, server.CertificateFile is null ? FtpSecurity.None : FtpSecurity.Explicit),
        server.User == FtpCredential.Anonymous.User ? FtpCredential.Anonymous : new FtpCredential(server.User, server.Password));

    /// <summary>One item for each name: from the source's root into the destination's inbox.</summary>
    public FxpRequest Request(params IEnumerable<string> names) => new()
    {
        Source = Server(from),
        Destination = Server(to),
        Items = [.. names.Select(name => new FxpItem(FtpPath.FromText(name, FtpCharsets.Utf8), FtpPath.FromText($"{FxpServers.Inbox}/{name}", FtpCharsets.Utf8)))],
        LocalPath = LocalPath.Of(ClientAddress),
        AcceptAnyCertificate = true,
    };

    /// <param name="watch">Sees every event as it comes.</param>
    public Task<FxpResult> RunAsync(FxpRequest request, CancellationToken cancellationToken, Action<FxpEvent>? watch = null)
    {
        var observer = new Observer(value =>
        {
            _events.Enqueue(value);
            watch?.Invoke(value);
        });
        return new FxpRunner(TimeProvider.System).RunAsync(request with { Trace = (side, line) => _trace.Enqueue((side, line)) }, observer, cancellationToken);
    }

    /// <summary>A file of the destination's inbox on the disk.</summary>
    public string Arrived(string name) => Path.Combine(to.Root, FxpServers.Inbox, name);

    /// <summary>Names in the destination's inbox.</summary>
    public IEnumerable<string> Inbox => Directory.EnumerateFileSystemEntries(Path.Combine(to.Root, FxpServers.Inbox)).Select(entry => Path.GetFileName(entry)).Order();

    private sealed class Observer(Action<FxpEvent> report) : IProgress<FxpEvent>
    {
        public void Report(FxpEvent value) => report(value);
    }
}
