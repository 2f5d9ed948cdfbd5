namespace Accelerator.Loopback.Content;

/// <summary>One file as it is now.</summary>
internal interface IServedFile
{
    /// <summary>Bytes; what SIZE answers.</summary>
    long Size { get; }

    /// <summary>What MDTM and MLSD answer.</summary>
    DateTimeOffset ModifiedUtc { get; }

    /// <summary>Opens it for one transfer; null where it may not be read, or is gone.</summary>
    OpenedFile? Open();
}
