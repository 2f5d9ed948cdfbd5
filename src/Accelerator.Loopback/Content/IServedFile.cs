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
