namespace Accelerator.Gateway.ReadAhead;

/// <summary>A copy of a file while it is fetched for a client.</summary>
/// <param name="length">Bytes of the file; room for them is reserved.</param>
/// <param name="end">Receives the complete file, or null; called once.</param>
internal sealed class KeptFile(long length, Action<byte[]?> end) : IDisposable
{
    private readonly byte[] _bytes = GC.AllocateUninitializedArray<byte>(checked((int)length));
    private Action<byte[]?>? _end = end;
    private int _count;

    /// <summary>Adds the next bytes; those beyond the length are dropped.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        bytes = bytes[..Math.Min(bytes.Length, _bytes.Length - _count)];
        bytes.CopyTo(_bytes.AsSpan(_count));
        _count += bytes.Length;
    }

    /// <summary>Keeps the file, which is complete and verified.</summary>
    public void Complete() => Interlocked.Exchange(ref _end, null)?.Invoke(_count == _bytes.Length ? _bytes : null);

    /// <inheritdoc/>
    public void Dispose() => Interlocked.Exchange(ref _end, null)?.Invoke(null);
}
