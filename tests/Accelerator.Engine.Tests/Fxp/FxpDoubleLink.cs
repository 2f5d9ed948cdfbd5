namespace Accelerator.Engine.Tests.Fxp;

/// <summary>
/// Connects two doubles: records the bytes that a source was told to send over a data connection that exists only as a port number. With
/// it, a destination stores exactly the bytes sent, at the offset set by REST.
/// </summary>
internal sealed class FxpDoubleLink
{
    private readonly ConcurrentDictionary<string, TaskCompletionSource<ByteRange>> _sent = new();
    private int _last;

    /// <summary>Returns a port on which no socket listens, in the notation of PASV and PORT.</summary>
    public string NewPort()
    {
        var port = Interlocked.Increment(ref _last);
        return $"127,0,0,1,{200 + (port / 200)},{port % 200}";
    }

    /// <summary>Records the bytes that the source sends.</summary>
    public void Send(string port, ByteRange range) => Of(port).TrySetResult(range);

    /// <summary>Returns the bytes that arrive over the connection.</summary>
    public Task<ByteRange> SentAsync(string port) => Of(port).Task;

    private TaskCompletionSource<ByteRange> Of(string port) => _sent.GetOrAdd(port, static _ => new TaskCompletionSource<ByteRange>(TaskCreationOptions.RunContinuationsAsynchronously));
}
