using System.Diagnostics.CodeAnalysis;
using System.Net.Sockets;

namespace Accelerator.Ftp.Data;

/// <summary>A passive data connection that was opened before anybody knew what for.</summary>
internal sealed class PreparedData(Task<Socket> connecting, TimeProvider time)
{
    /// <summary>Servers wait 60 s and more for the command; boxes on the path forget an idle connection sooner than that.</summary>
    public static readonly TimeSpan MaxAge = TimeSpan.FromSeconds(20);

    private readonly long _since = time.GetTimestamp();
    private Task<Socket>? _connecting = connecting;

    /// <summary>Whether it can still be used, as far as this end knows.</summary>
    public bool IsFresh => _connecting is { IsFaulted: false, IsCanceled: false } && time.GetElapsedTime(_since) < MaxAge;

    /// <summary>Gives the connection away, once; false when it is too old or gone.</summary>
    public bool TryTake([NotNullWhen(true)] out Task<Socket>? connecting)
    {
        connecting = IsFresh ? _connecting : null;
        if (connecting is null) Drop();
        _connecting = null;
        return connecting is not null;
    }

    /// <summary>Closes it, now or as soon as it stands.</summary>
    public void Drop()
    {
        if (_connecting is { } unused) Drop(unused);
        _connecting = null;
    }

    /// <summary>Closes a connection that nobody wants any more, now or as soon as it stands.</summary>
    public static void Drop(Task<Socket> connecting) => _ = connecting.ContinueWith(
        static task =>
        {
            if (task.IsCompletedSuccessfully) task.Result.Dispose();
            else _ = task.Exception;
        },
        CancellationToken.None,
        TaskContinuationOptions.ExecuteSynchronously,
        TaskScheduler.Default);
}
