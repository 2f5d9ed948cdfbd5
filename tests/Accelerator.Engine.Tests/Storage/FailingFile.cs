namespace Accelerator.Engine.Tests.Storage;

/// <summary>A disk that answers some writes, reads or flushes with an operating-system error.</summary>
internal sealed class FailingFile(IRawFile file) : IRawFile
{
    /// <summary>The offset from which reads and writes fail.</summary>
    public long FailsFrom { get; set; } = long.MaxValue;

    /// <summary>Whether flushes fail.</summary>
    public bool FailsFlushes { get; set; }

    /// <summary>The error code: errno on Unix (EIO is 5, ENOSPC 28), a Win32 code on Windows.</summary>
    public int Error { get; set; } = OperatingSystem.IsWindows() ? 1117 : 5;

    public long Length => file.Length;

    public ValueTask WriteAsync(ReadOnlyMemory<byte> data, long offset, CancellationToken cancellationToken) =>
        offset + data.Length > FailsFrom ? throw Failure() : file.WriteAsync(data, offset, cancellationToken);

    public ValueTask<int> ReadAsync(Memory<byte> buffer, long offset, CancellationToken cancellationToken) =>
        offset + buffer.Length > FailsFrom ? throw Failure() : file.ReadAsync(buffer, offset, cancellationToken);

    public void SetLength(long length) => file.SetLength(length);

    public void Flush()
    {
        if (FailsFlushes) throw Failure();
        file.Flush();
    }

    public void Dispose() => file.Dispose();

    private IOException Failure() =>
        new("Input/output error", OperatingSystem.IsWindows() ? unchecked((int)0x80070000) | Error : Error);
}
