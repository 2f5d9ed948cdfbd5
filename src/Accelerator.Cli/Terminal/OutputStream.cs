namespace Accelerator.Cli.Terminal;

/// <summary>Standard output, with failures that can be distinguished from those of other files.</summary>
/// <param name="inner">The underlying stream; null if the process was started without one.</param>
internal sealed class OutputStream(Stream? inner) : WriteOnlyStream
{
    /// <inheritdoc/>
    /// <exception cref="OutputFailedException">Standard output cannot be written.</exception>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        try
        {
            (inner ?? throw new IOException("Standard output is closed.")).Write(buffer);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new OutputFailedException(e.Message, e);
        }
    }
}
