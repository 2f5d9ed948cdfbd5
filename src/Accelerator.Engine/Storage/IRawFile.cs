namespace Accelerator.Engine.Storage;

/// <summary>
/// What a sink asks of the operating system, call by call; the errors are the system's own. The seam where tests check that an unbuffered
/// sink asks for whole sectors only, and where they let a disk fail.
/// </summary>
internal interface IRawFile : IDisposable
{
    /// <summary>The file's length in bytes, as the system knows it.</summary>
    long Length { get; }

    /// <summary>Writes all of it at the offset.</summary>
    ValueTask WriteAsync(ReadOnlyMemory<byte> data, long offset, CancellationToken cancellationToken);

    /// <summary>Reads once.</summary>
    /// <returns>Bytes read; 0 at the end of the file.</returns>
    ValueTask<int> ReadAsync(Memory<byte> buffer, long offset, CancellationToken cancellationToken);

    /// <summary>Sets the length to any number of bytes.</summary>
    void SetLength(long length);

    /// <summary>Puts what was written on stable storage.</summary>
    void Flush();
}
