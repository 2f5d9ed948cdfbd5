namespace Accelerator.Cli.Terminal;

/// <summary>
/// Standard error. If it cannot be written (a full disk, a lost terminal), its text is dropped: the work and the exit code do not depend on
/// it.
/// </summary>
/// <param name="inner">The underlying stream.</param>
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
            // There is no other place to report the error.
        }
    }
}
