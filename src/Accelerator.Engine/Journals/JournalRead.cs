namespace Accelerator.Engine.Journals;

/// <summary>The result of reading a journal: the state, or the reason why there is none.</summary>
internal sealed record JournalRead
{
    private JournalRead()
    {
    }

    /// <summary>No journal exists: the normal case of a first run.</summary>
    public static JournalRead Missing { get; } = new() { Refusal = "There is no journal of an earlier run.", IsMissing = true };

    /// <summary>The state from the journal; null when it was refused.</summary>
    public JournalState? State { get; private init; }

    /// <summary>Why it was refused, one sentence for the user; null when it was not.</summary>
    public string? Refusal { get; private init; }

    /// <summary>Whether no journal exists, which needs no message to the user.</summary>
    public bool IsMissing { get; private init; }

    internal static JournalRead Of(JournalState state) => new() { State = state };

    internal static JournalRead Refused(string sentence) => new() { Refusal = sentence };
}
