using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Journals;

/// <summary>
/// The durable record of one file's transfer, beside it as <c>name.part.journal</c>. It is replaced atomically, so that a crash at any
/// instruction leaves the old one or the new one, and written only by the run that holds the partial file.
/// </summary>
internal static class ResumeJournal
{
    private const string NotRegular = "is a link or not a regular file";
    private const string TooLarge = "is too large for a journal";

    /// <summary>Replaces the journal: new file, flush, rename, flush of the folder.</summary>
    /// <param name="path">The journal's path.</param>
    /// <param name="state">What is durable now: claiming a byte that is not would corrupt the file of a later run.</param>
    /// <param name="time">For the pauses while a scanner holds the old journal, 30 s at most.</param>
    /// <param name="cancellationToken">Leaves the old journal as it was.</param>
    /// <exception cref="StorageException">The disk refused; the old journal is as it was.</exception>
    public static Task WriteAsync(string path, JournalState state, TimeProvider time, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(state);
        return AtomicFile.ReplaceOwnAsync(path, ResumeJournalFormat.Write(state), time, cancellationToken);
    }

    /// <summary>Reads a journal, or returns a sentence that explains why it cannot be used. Throws nothing but cancellation.</summary>
    /// <param name="path">The journal's path.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static async Task<JournalRead> ReadAsync(string path, CancellationToken cancellationToken)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        var (state, problem) = await RecordFile.ReadAsync<JournalState>(
            path, ResumeJournalFormat.MaximumBytes, NotRegular, TooLarge, ResumeJournalFormat.TryRead, cancellationToken)
            .ConfigureAwait(false);
        if (state is not null) return JournalRead.Of(state);
        if (problem is null) return JournalRead.Missing;
        return JournalRead.Refused($"The journal '{path}' of an earlier run is ignored: it {problem}.");
    }

    /// <summary>
    /// Deletes the journal of a file that is in place: a kill between the final rename and the deletion of the journal leaves it. A file
    /// that is not a journal is not ours. A disk error is ignored: the journal has no effect where it is.
    /// </summary>
    /// <param name="target">The file's final name.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static async Task DeleteSpentAsync(string target, CancellationToken cancellationToken)
    {
        var part = PartNames.PartOf(target, tag: null);
        var journal = PartNames.JournalBeside(part);
        if (!File.Exists(journal) || !File.Exists(target)) return;
        if ((await ReadAsync(journal, cancellationToken).ConfigureAwait(false)).State is null) return;
        try
        {
            PartialFile.DeleteJournalUnlessBegun(part);
        }
        catch (StorageException)
        {
            // Ignored, see the summary.
        }
    }
}

/// <summary>The result of reading a journal: the state, or the reason why there is none.</summary>
internal sealed record JournalRead
{
    private JournalRead()
    {
    }

    /// <summary>No journal exists: the normal case of a first run.</summary>
    public static JournalRead Missing { get; } = new();

    /// <summary>The state from the journal; null when there is none or it was refused.</summary>
    public JournalState? State { get; private init; }

    /// <summary>Why it was refused, one sentence for the user; null when it was not.</summary>
    public string? Refusal { get; private init; }

    /// <summary>Whether no journal exists, which needs no message to the user.</summary>
    public bool IsMissing => State is null && Refusal is null;

    internal static JournalRead Of(JournalState state) => new() { State = state };

    internal static JournalRead Refused(string sentence) => new() { Refusal = sentence };
}
