namespace Accelerator.Cli.Terminal;

/// <summary>Standard output that notices when its reader is gone, and then refuses further bytes.</summary>
/// <param name="inner">Standard output.</param>
/// <param name="isClosed">Returns whether its reader is gone.</param>
internal sealed class ReaderOutput(Stream inner, Func<bool> isClosed) : WriteOnlyStream
{
    private volatile bool _isClosed;

    /// <summary>Whether bytes were refused because the reader is gone.</summary>
    public bool IsClosed => _isClosed;

    /// <inheritdoc/>
    /// <exception cref="OutputClosedException">The reader is gone.</exception>
    /// <exception cref="OutputFailedException">Standard output cannot be written.</exception>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (_isClosed = isClosed()) throw new OutputClosedException();
        try
        {
            inner.Write(buffer);
        }
        catch (IOException) when (isClosed())
        {
            _isClosed = true;
            throw new OutputClosedException();
        }
    }
}
