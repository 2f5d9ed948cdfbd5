namespace Accelerator.Tuning.Tests.Running;

/// <summary>Journals in memory, as bytes: what is loaded has been written and read.</summary>
internal sealed class MemoryJournalStore : IJournalStore
{
    private readonly SortedDictionary<string, byte[]> _journals = new(StringComparer.Ordinal);

    /// <summary>Which save, from 1, finds the disk full; 0 for none.</summary>
    public int FullAt { get; set; }

    public int Saves { get; private set; }

    public PowerSwitch Power { get; init; } = new();

    public void Save(TuningJournal journal) => _journals[journal.Id] = Power.IsOff || ++Saves == FullAt ? throw new IOException("The disk is full.") : TuningJournalFormat.Write(journal);

    public IReadOnlyList<TuningJournal> Load() => [.. _journals.Values.Select(text => TuningJournalFormat.Read(text))];
}
