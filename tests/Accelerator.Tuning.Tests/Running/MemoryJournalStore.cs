namespace Accelerator.Tuning.Tests.Running;

/// <summary>Journals in memory, as bytes: a loaded journal has been serialised and parsed.</summary>
internal sealed class MemoryJournalStore : IJournalStore
{
    private readonly SortedDictionary<string, byte[]> _journals = new(StringComparer.Ordinal);

    /// <summary>The number of the save that finds the disk full, from 1; 0 for none.</summary>
    public int FullAt { get; set; }

    public int Saves { get; private set; }

    public PowerSwitch Power { get; init; } = new();

    public void Save(TuningJournal journal) => _journals[journal.Id] = Power.IsOff || ++Saves == FullAt ? throw new IOException("The disk is full.") : TuningJournalFormat.Write(journal);

    public IReadOnlyList<TuningJournal> Load() => [.. _journals.Values.Select(text => TuningJournalFormat.Read(text))];
}
