namespace Accelerator.Cli.Terminal;

/// <summary>
/// Standard error. Where it cannot be written (a full disk, a lost terminal) its text is dropped: the work and the exit code do not depend
/// on it.
/// </summary>
/// <param name="inner">The stream behind it.</param>
internal sealed class ErrorStream(Stream inner) : WriteOnlyStream
{
    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        try
        {
            inner.Write(buffer);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Nothing is left to write it to.
        }
    }
}
