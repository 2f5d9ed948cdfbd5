using System.Net.Sockets;
using Accelerator.Ftp;
using Microsoft.Extensions.Logging;

namespace Accelerator.Jobs.Control;

/// <summary>The service's end of the control channel.</summary>
public sealed class ControlServer : IAsyncDisposable
{
    /// <summary>Those that are served at once; the others wait.</summary>
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

    /// <summary>Takes the address. Whoever asks from here on is answered as soon as <see cref="RunAsync"/> runs.</summary>
    /// <param name="data">The data folder, which exists and is ours.</param>
    /// <param name="verbs">What may be asked for.</param>
    /// <param name="time">The clock.</param>
    /// <param name="log">Where defects are told.</param>
    /// <exception cref="ControlException">The address is taken, or cannot be had.</exception>
    public static ControlServer Open(string data, IEnumerable<ControlVerb> verbs, TimeProvider time, ILogger log)
    {
        ArgumentNullException.ThrowIfNull(verbs);
        return new ControlServer(OperatingSystem.IsWindows()
            ? PipeListener.Open(ControlAddress.Of(data)) : SocketListener.Open(ControlAddress.Of(data)), verbs, time, log);
    }

    /// <summary>Serves until cancelled, and then to the end of what was begun; each verb is told to end.</summary>
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
            // That is the end.
        }
        finally
        {
            await Task.WhenAll(served).ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _listener.DisposeAsync();

    // Too many open files, for one: that nobody can ask for a while is no reason to end what is being delivered.
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
