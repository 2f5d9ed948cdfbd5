using Accelerator.Engine.Journals;
using Accelerator.Engine.Sources;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>Decides whether an earlier run's data may be used. Pure.</summary>
internal static class ResumePolicy
{
    /// <summary>Checks a journal.</summary>
    /// <param name="journal">The earlier run's journal.</param>
    /// <param name="identity">The file on the server now.</param>
    /// <param name="partialLength">Length of the partial file, bytes.</param>
    /// <param name="request">The request: bytes of unverified further sources are only reused if the complete file is verified, or further
    /// sources are trusted.</param>
    /// <returns>The reason why it cannot be used, as a sentence; null when it can.</returns>
    public static string? WhyNot(JournalState journal, RemoteIdentity identity, long partialLength, TransferRequest request)
    {
        var then = journal.Identity;
        if (then.Site != identity.Site || then.Path != identity.Path)
            return $"The partial file belongs to {SafeText.Escape(then.Path)} at {SafeText.Escape(then.Site)}.";
        if (then != identity || journal.Size != identity.Size)
            return $"The file on the server has changed since (then {Describe(then)}; now {Describe(identity)}).";
        if (!MayUse(journal, request))
            return $"Among its bytes are some of {SafeText.Escape(string.Join(", ", journal.UnprovenSources))}, "
                + "which nothing has shown to hold the same file. Give --trust-replica or --verify with the file's "
                + "SHA-256 to go on with them.";
        var end = journal.Proven.Concat(journal.Unproven).Select(range => range.End).DefaultIfEmpty(0).Max();
        return end > partialLength ? "The partial file is shorter than its journal says." : null;
    }

    /// <summary>Returns whether a run may reuse bytes of unverified sources, if the journal lists any.</summary>
    public static bool MayUse(JournalState journal, TransferRequest request) =>
        journal.UnprovenSources.Count == 0 || request.TrustReplicas || request.Verify.Mode is VerifyMode.Sha256 or VerifyMode.Always;

    private static string Describe(RemoteIdentity identity) =>
        $"{identity.Size?.ToString("N0") ?? "an unknown number of"} bytes, time {SafeText.Escape(identity.Modified ?? "unknown")}";
}
