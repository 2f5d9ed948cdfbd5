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

    /// <summary>Bytes received from replicas.</summary>
    public long FromReplicas { get; init; }

    /// <summary>The end of a fetch whose file had another size or time afterwards.</summary>
    /// <param name="streams">The highest number of streams.</param>
    public static FetchEnd Changed(int streams = 1) =>
        new(FailureKind.SourceChanged, "The file changed on the server while it was fetched.", streams);

    /// <summary>
    /// Returns the end as the client caused it, if it did: the engine cannot tell a closed connection from a failing disk. A doubtful file
    /// stays one.
    /// </summary>
    /// <param name="endedByClient">How the client ended the transfer, one sentence; null if it did not.</param>
    public FetchEnd OrByClient(string? endedByClient) => Failure is null || IsDoubtful || endedByClient is null
        ? this : this with { Failure = FailureKind.Cancelled, Message = endedByClient };

    /// <summary>
    /// Whether bytes that the client has may be wrong. What arrived before a lost connection is not in doubt.
    /// </summary>
    public bool IsDoubtful => Failure is FailureKind.Verification or FailureKind.SourceChanged or FailureKind.RestNotHonoured;
}
