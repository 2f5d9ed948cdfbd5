using System.Net.Sockets;
using Accelerator.Ftp;
using Microsoft.Extensions.Logging;

namespace Accelerator.Jobs.Control;

/// <summary>The service's end of the control channel.</summary>
public sealed class ControlServer : IAsyncDisposable
{
    /// <summary>The number of clients served at once; further ones wait.</summary>
    public const int Most = 32;

    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly IControlListener _listener;
    private readonly Dictionary<string, ControlVerb> _verbs;
    private readonly TimeProvider _time;
    private readonly ILogger _log;

    internal ControlServer(IControlListener listener, IEnumerable<ControlVerb> verbs, TimeProvider time, ILogger log)
    {
        (_listener, _time, _log) = (listener, time, log);
        _verbs = verbs.ToDictionary(verb => verb.Name, StringComparer.Ordinal);
    }

    /// <summary>Takes the address. Clients that connect from here on are answered as soon as <see cref="RunAsync"/> runs.</summary>
    /// <param name="data">The data folder, which exists and belongs to this process.</param>
    /// <param name="verbs">The supported verbs.</param>
    /// <param name="log">The log for defects.</param>
    /// <exception cref="ControlException">The address is taken or not available.</exception>
    public static ControlServer Open(string data, IEnumerable<ControlVerb> verbs, TimeProvider time, ILogger log) =>
        new ControlServer(OperatingSystem.IsWindows()
            ? PipeListener.Open(ControlAddress.Of(data)) : SocketListener.Open(ControlAddress.Of(data)), verbs, time, log);

    /// <summary>Serves until cancelled, then finishes the requests in progress; each verb gets the cancellation.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var places = new SemaphoreSlim(Most);
        var served = new HashSet<Task>();
        try
        {
            while (true)
            {
                await places.WaitAsync(cancellationToken).ConfigureAwait(false);
                served.RemoveWhere(session => session.IsCompleted);
                if (await AcceptAsync(cancellationToken).ConfigureAwait(false) is { } stream)
                    served.Add(ServeAsync(stream, places, cancellationToken));
                else places.Release();
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // Normal end.
        }
        finally
        {
            await Task.WhenAll(served).ConfigureAwait(false);
        }
    }

    public ValueTask DisposeAsync() => _listener.DisposeAsync();

    // For example too many open files: an unreachable control channel is no reason to stop the deliveries.
    private async Task<Stream?> AcceptAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await _listener.AcceptAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is SocketException or IOException or ControlException)
        {
            ControlLog.NotAccepted(_log, SafeText.Escape(e.Message));
            await Task.Delay(Pause, _time, cancellationToken).ConfigureAwait(false);
            return null;
        }
    }

    private async Task ServeAsync(Stream stream, SemaphoreSlim places, CancellationToken cancellationToken)
    {
        await using (stream.ConfigureAwait(false))
        {
            await new ControlSession(stream, _verbs, _time, _log).RunAsync(cancellationToken).ConfigureAwait(false);
        }
        places.Release();
    }
}

/// <summary>Waits for clients: on a named pipe on Windows, elsewhere on a socket in the data folder.</summary>
internal interface IControlListener : IAsyncDisposable
{
    /// <summary>Accepts the next client. Only the permissions of the address restrict who can connect.</summary>
    Task<Stream> AcceptAsync(CancellationToken cancellationToken);
}
