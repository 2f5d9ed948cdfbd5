namespace Accelerator.Engine.Transfers;

/// <summary>One file to fetch, from one or several sources that hold the same content.</summary>
public sealed record TransferItem
{
    /// <summary>Where the file is. At least one; the first is the one whose identity counts.</summary>
    public required IReadOnlyList<TransferSource> Sources { get; init; }

    /// <summary>Absolute path of the final local file. Until it is complete and verified, the data is in <c>TargetPath + ".part"</c>.</summary>
    public required string TargetPath { get; init; }
}
