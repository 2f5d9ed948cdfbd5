using Accelerator.Engine.Transfers;

namespace Accelerator.Gateway.Files;

/// <summary>How the fetch of a file ended.</summary>
/// <param name="Failure">Null if the client has a complete and verified file.</param>
/// <param name="Message">One sentence about the failure; empty on success.</param>
/// <param name="Streams">The highest number of streams.</param>
internal sealed record FetchEnd(FailureKind? Failure, string Message, int Streams)
{
    /// <summary>Whether the file was in memory, already verified.</summary>
    public bool IsFromMemory { get; init; }

    /// <summary>
    /// Whether bytes that the client has may be wrong. What arrived before a lost connection is not in doubt.
    /// </summary>
    public bool IsDoubtful => Failure is FailureKind.Verification or FailureKind.SourceChanged or FailureKind.RestNotHonoured;
}
