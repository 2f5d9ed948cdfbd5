namespace Accelerator.Loopback.Content;

/// <summary>A file that is being sent: a rename over it changes nothing, a change in place does.</summary>
/// <param name="content">The bytes as they are at the moment of the call.</param>
/// <param name="held">Let go of at the end; null where nothing is held.</param>
internal sealed class OpenedFile(Func<FileContent> content, IDisposable? held = null) : IDisposable
{
    /// <summary>The bytes as they are now.</summary>
    public FileContent Content => content();

    public void Dispose() => held?.Dispose();
}
