namespace Accelerator.Loopback.Content;

/// <summary>The current state of one file.</summary>
internal interface IServedFile
{
    /// <summary>The size in bytes, as reported by SIZE.</summary>
    long Size { get; }

    /// <summary>The modification time, as reported by MDTM and MLSD.</summary>
    DateTimeOffset ModifiedUtc { get; }

    /// <summary>Opens the file for one transfer; null if it may not be read, or is gone.</summary>
    OpenedFile? Open();
}

/// <summary>A file that is being sent: a rename over it changes nothing, a change in place does.</summary>
/// <param name="content">Returns the current bytes at each call.</param>
/// <param name="held">Disposed at the end; null if nothing is held.</param>
internal sealed class OpenedFile(Func<FileContent> content, IDisposable? held = null) : IDisposable
{
    /// <summary>The current bytes.</summary>
    public FileContent Content => content();

    public void Dispose() => held?.Dispose();
}
