namespace Accelerator.Gateway.ReadAhead;

/// <summary>A file of the cache while it is being sent: it is not evicted.</summary>
/// <param name="file">The file.</param>
/// <param name="end">Called once, at the end.</param>
internal sealed class FileLease(CachedFile file, Action end) : IDisposable
{
    private Action? _end = end;

    /// <summary>The file.</summary>
    public CachedFile File => file;

    /// <inheritdoc/>
    public void Dispose() => Interlocked.Exchange(ref _end, null)?.Invoke();
}
