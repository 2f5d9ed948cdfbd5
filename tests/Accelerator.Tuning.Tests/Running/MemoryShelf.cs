using Accelerator.Tuning.Running;

namespace Accelerator.Tuning.Tests.Running;

/// <summary>Journals in memory, as bytes: what is loaded has been written and read.</summary>
internal sealed class MemoryShelf : IJournalShelf
{
    private readonly SortedDictionary<string, byte[]> _journals = new(StringComparer.Ordinal);

    public void Save(TuningJournal journal) => _journals[journal.Id] = JournalFormat.Write(journal);

    public IReadOnlyList<TuningJournal> Load() => [.. _journals.Values.Select(text => JournalFormat.Read(text))];
}
