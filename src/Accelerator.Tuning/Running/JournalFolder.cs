using Accelerator.Tuning.Machine;

namespace Accelerator.Tuning.Running;

/// <summary>Stores journals as files in one folder.</summary>
/// <param name="folder">The folder; created when the first journal is written.</param>
/// <param name="makeParent">Creates or checks the folder above it, which is not this class's alone; null where it exists.</param>
public sealed class JournalFolder(string folder, Action? makeParent = null) : IJournalStore
{
    public void Save(TuningJournal journal)
    {
        makeParent?.Invoke();
        AdminFolder.Make(folder);
        var path = Path.Combine(folder, journal.Id + ".json");
        DurableFile.Write(path, TuningJournalFormat.Write(journal));
    }

    public IReadOnlyList<TuningJournal> Load()
    {
        if (!Directory.Exists(folder)) return [];
        AdminFolder.Check(folder);
        return [.. Directory.GetFiles(folder, "*.json").Order(StringComparer.Ordinal).Select(Read)];
    }

    private static TuningJournal Read(string path)
    {
        try
        {
            return TuningJournalFormat.Read(File.ReadAllBytes(path));
        }
        catch (FormatException e)
        {
            throw new FormatException($"{path}: {e.Message} Move it away; the settings in it can only be restored by hand.", e);
        }
    }
}
