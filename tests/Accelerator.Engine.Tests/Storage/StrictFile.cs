using System.Buffers;

namespace Accelerator.Engine.Tests.Storage;

/// <summary>
/// A disk as strict as FILE_FLAG_NO_BUFFERING permits: offset, length and memory address of every read and write must be multiples of its
/// sector, and no two simultaneous writes may touch the same one. The test machine's disk, Wine and many file systems are less strict.
/// </summary>
internal sealed class StrictFile(IRawFile file, int sector) : IRawFile
{
    private readonly object _lock = new();
    private readonly List<(long Start, long End)> _writing = [];
    private readonly List<string> _offences = [];

    /// <summary>The accesses that a Windows disk would have refused, or that a torn write might have corrupted.</summary>
    public IReadOnlyList<string> Offences
    {
        get { lock (_lock) return [.. _offences]; }
    }

    /// <summary>The number of writes.</summary>
    public int Writes { get; private set; }

    public long Length => file.Length;

    public async ValueTask WriteAsync(ReadOnlyMemory<byte> data, long offset, CancellationToken cancellationToken)
    {
        using var pin = data.Pin();
        Begin(pin, offset, data.Length);
        try
        {
            await file.WriteAsync(data, offset, cancellationToken);
        }
        finally
        {
            lock (_lock) _writing.Remove((offset, offset + data.Length));
        }
    }

    public async ValueTask<int> ReadAsync(Memory<byte> buffer, long offset, CancellationToken cancellationToken)
    {
        using var pin = buffer.Pin();
        Check(pin, "read", offset, buffer.Length);
        return await file.ReadAsync(buffer, offset, cancellationToken);
    }

    public void SetLength(long length) => file.SetLength(length);

    public void Flush() => file.Flush();

    public void Dispose() => file.Dispose();

    private void Begin(MemoryHandle pin, long offset, int length)
    {
        Check(pin, "write", offset, length);
        lock (_lock)
        {
            Writes++;
            if (_writing.Exists(other => other.Start < offset + length && other.End > offset)) _offences.Add($"two writes at once at {offset}");
            _writing.Add((offset, offset + length));
        }
    }

    private unsafe void Check(MemoryHandle pin, string call, long offset, int length)
    {
        if (offset % sector == 0 && length % sector == 0 && (nint)pin.Pointer % sector == 0) return;
        lock (_lock) _offences.Add($"{call} of {length} bytes at {offset} from address {(nint)pin.Pointer:x}");
    }
}
