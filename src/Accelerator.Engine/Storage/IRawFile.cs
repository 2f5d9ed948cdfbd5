namespace Accelerator.Engine.Storage;

/// <summary>
/// The operating system calls that a sink makes; the errors are the system's own. Tests replace it to check that an unbuffered sink
/// requests whole sectors only, and to simulate a failing disk.
/// </summary>
internal interface IRawFile : IDisposable
{
    /// <summary>The file's length in bytes, as the system knows it.</summary>
    long Length { get; }

    /// <summary>Writes all of it at the offset.</summary>
    ValueTask WriteAsync(ReadOnlyMemory<byte> data, long offset, CancellationToken cancellationToken);

    /// <summary>Reads once, without repeating for a full buffer.</summary>
    /// <returns>Bytes read; 0 at the end of the file.</returns>
    ValueTask<int> ReadAsync(Memory<byte> buffer, long offset, CancellationToken cancellationToken);

    /// <summary>Sets the length to any number of bytes.</summary>
    void SetLength(long length);

    /// <summary>Flushes the written bytes to stable storage.</summary>
    void Flush();
}
