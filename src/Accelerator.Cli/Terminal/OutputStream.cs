namespace Accelerator.Cli.Terminal;

/// <summary>Standard output, whose failures can be told from those of other files.</summary>
/// <param name="inner">The stream behind it; null where the process was started without one.</param>
internal sealed class OutputStream(Stream? inner) : WriteOnlyStream
{
    /// <inheritdoc/>
    /// <exception cref="OutputFailedException">It cannot be written.</exception>
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
