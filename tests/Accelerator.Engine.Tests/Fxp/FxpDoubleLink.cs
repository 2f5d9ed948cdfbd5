namespace Accelerator.Engine.Tests.Fxp;

/// <summary>
/// Between two doubles: which bytes a source was told to send over a data connection of which nothing exists but the number of its port. With it a destination
/// stores exactly what was sent, where REST has put it.
/// </summary>
internal sealed class FxpDoubleLink
{
    private readonly ConcurrentDictionary<string, TaskCompletionSource<ByteRange>> _sent = new();
    private int _last;

    /// <summary>A port that nobody has, as PASV and PORT write it.</summary>
    public string NewPort()
    {
        var port = Interlocked.Increment(ref _last);
        return $"127,0,0,1,{200 + (port / 200)},{port % 200}";
    }

    /// <summary>The source sends these bytes.</summary>
    public void Send(string port, ByteRange range) => Of(port).TrySetResult(range);

    /// <summary>What comes over the connection.</summary>
    public Task<ByteRange> SentAsync(string port) => Of(port).Task;

    private TaskCompletionSource<ByteRange> Of(string port) => _sent.GetOrAdd(port, static _ => new TaskCompletionSource<ByteRange>(TaskCreationOptions.RunContinuationsAsynchronously));
}
