namespace Accelerator.Loopback.Content;

/// <summary>A file that the server offers, in its current state.</summary>
internal interface IServedFile
{
    /// <summary>The size in bytes, as reported by SIZE.</summary>
    long Size { get; }

    /// <summary>The modification time, as reported by MDTM and MLSD.</summary>
    DateTimeOffset ModifiedUtc { get; }

    /// <summary>Opens the file for one transfer. Returns null if it may not be read or no longer exists.</summary>
    OpenedFile? Open();
}

/// <summary>A file opened for sending. Renaming another file over it does not change what is sent; a change in place does.</summary>
/// <param name="content">Returns the current bytes at each call.</param>
/// <param name="held">A resource to dispose with this object; null for none.</param>
internal sealed class OpenedFile(Func<FileContent> content, IDisposable? held = null) : IDisposable
{
    /// <summary>The current bytes.</summary>
    public FileContent Content => content();

    public void Dispose() => held?.Dispose();
}
