using Accelerator.Engine.Journals;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Transfers;

/// <summary>What an earlier run left of a file, and whether this one may go on with it.</summary>
internal static class ResumeCheck
{
    /// <summary>Reads the journal beside a partial file, and tells the user where it is refused.</summary>
    /// <param name="part">The partial file, held by this run.</param>
    /// <param name="name">The file's name for messages.</param>
    /// <param name="identity">The file on the server now.</param>
    /// <param name="request">What is wanted.</param>
    /// <param name="notice">Tells the user.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>Null where there is no journal that may be used.</returns>
    public static async Task<JournalState?> ReadAsync(
        PartialFile part, string name, RemoteIdentity identity, TransferRequest request, Action<NoticeKind, string> notice, CancellationToken cancellationToken)
    {
        var read = await ResumeJournal.ReadAsync(part.JournalPath, cancellationToken).ConfigureAwait(false);
        if (read.IsMissing) return null;

        var refusal = read.Refusal ?? ResumePolicy.WhyNot(read.State!, identity, part.LengthAtOpen, request);
        if (refusal is null) return read.State;
        notice(NoticeKind.ResumeRefused, $"{name}: starting over. {refusal}");
        return null;
    }
}
