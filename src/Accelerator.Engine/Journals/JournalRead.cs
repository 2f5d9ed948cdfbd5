namespace Accelerator.Engine.Journals;

/// <summary>What reading a journal gave: the state, or why there is none.</summary>
internal sealed record JournalRead
{
    private JournalRead()
    {
    }

    /// <summary>There was no journal at all: the normal case of a first run.</summary>
    public static JournalRead Missing { get; } = new() { Refusal = "There is no journal of an earlier run.", IsMissing = true };

    /// <summary>What the journal says; null when it was refused.</summary>
    public JournalState? State { get; private init; }

    /// <summary>Why it was refused, a sentence for the user; null when it was not.</summary>
    public string? Refusal { get; private init; }

    /// <summary>Whether there was none, which is nothing to tell the user about.</summary>
    public bool IsMissing { get; private init; }

    internal static JournalRead Of(JournalState state) => new() { State = state };

    internal static JournalRead Refused(string sentence) => new() { Refusal = sentence };
}
