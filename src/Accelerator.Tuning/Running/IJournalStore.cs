namespace Accelerator.Tuning.Running;

/// <summary>Stores journals.</summary>
public interface IJournalStore
{
    /// <summary>Writes a journal, and returns once it would survive a power failure.</summary>
    /// <exception cref="IOException">The journal could not be written; nothing may be changed then.</exception>
    void Save(TuningJournal journal);

    /// <summary>Returns all journals, the oldest first.</summary>
    /// <exception cref="FormatException">One of them is damaged; the message names the file.</exception>
    /// <exception cref="IOException">Others may write journals; nothing may be rolled back from them.</exception>
    IReadOnlyList<TuningJournal> Load();
}
