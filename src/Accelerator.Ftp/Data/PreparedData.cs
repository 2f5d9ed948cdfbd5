using System.Diagnostics.CodeAnalysis;

namespace Accelerator.Ftp.Data;

/// <summary>A passive data connection opened ahead of its transfer command.</summary>
internal sealed class PreparedData(Task<DataSocket> connecting, TimeProvider time)
{
    /// <summary>Servers wait 60 s and more for the command; middleboxes drop an idle connection sooner than that.</summary>
    public static readonly TimeSpan MaxAge = TimeSpan.FromSeconds(20);

    private readonly long _since = time.GetTimestamp();
    private Task<DataSocket>? _connecting = connecting;

    /// <summary>Whether the connection is still usable, as far as this side can tell.</summary>
    public bool IsFresh => _connecting is { IsFaulted: false, IsCanceled: false } && time.GetElapsedTime(_since) < MaxAge;

    /// <summary>The connect while it is in progress; null when it has ended.</summary>
    public Task? Connecting => _connecting is { IsCompleted: false } connecting ? connecting : null;

    /// <summary>Hands over the connection, once; false if it is too old or lost.</summary>
    public bool TryTake([NotNullWhen(true)] out Task<DataSocket>? connecting)
    {
        connecting = IsFresh ? _connecting : null;
        if (connecting is null) Drop();
        _connecting = null;
        return connecting is not null;
    }

    /// <summary>Closes the connection, now or as soon as it is established.</summary>
    public void Drop()
    {
        if (_connecting is { } unused) Drop(unused);
        _connecting = null;
    }

    /// <summary>Closes a connection that is no longer needed, now or as soon as it is established.</summary>
    public static void Drop(Task<DataSocket> connecting) => _ = connecting.ContinueWith(
        static task =>
        {
            if (task.IsCompletedSuccessfully) task.Result.Dispose();
            else _ = task.Exception;
        },
        CancellationToken.None,
        TaskContinuationOptions.ExecuteSynchronously,
        TaskScheduler.Default);
}
