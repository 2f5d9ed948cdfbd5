namespace Accelerator.Tuning.Running;

/// <summary>Where journals are kept.</summary>
public interface IJournalStore
{
    /// <summary>Writes a journal, and returns when it would survive a power cut.</summary>
    /// <exception cref="IOException">It could not be written; nothing may be changed then.</exception>
    void Save(TuningJournal journal);

    /// <summary>All journals, the oldest first.</summary>
    /// <exception cref="FormatException">One of them is damaged; the message names the file.</exception>
    IReadOnlyList<TuningJournal> Load();
}
