using Accelerator.Tuning.Machine;

namespace Accelerator.Tuning.Running;

/// <summary>Stores journals as files in one folder.</summary>
/// <param name="folder">The folder; created when the first journal is written.</param>
public sealed class JournalFolder(string folder) : IJournalStore
{
    public void Save(TuningJournal journal)
    {
        if (OperatingSystem.IsWindows()) AdminFolder.Make(folder);
        else Refuse(Directory.CreateDirectory(folder));
        var path = Path.Combine(folder, journal.Id + ".json");
        DurableFile.Write(path, TuningJournalFormat.Write(journal));
    }

    public IReadOnlyList<TuningJournal> Load() =>
        Directory.Exists(folder) ? [.. Directory.GetFiles(folder, "*.json").Order(StringComparer.Ordinal).Select(Read)] : [];

    // An administrator rolls back from these journals.
    private static void Refuse(DirectoryInfo made)
    {
        if (!OperatingSystem.IsWindows() && (made.UnixFileMode & UnixFileMode.OtherWrite) != UnixFileMode.None)
            throw new IOException($"Every user may write journals to the folder {made.FullName}. Run: chmod o-w {made.FullName}");
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
