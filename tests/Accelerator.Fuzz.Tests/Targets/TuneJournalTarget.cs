using Accelerator.Tuning.Running;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>A tuning's journal: an accepted journal is written back as it was.</summary>
internal static class TuneJournalTarget
{
    public static bool Read(byte[] input)
    {
        if (!Foreign.IsTaken<TuningJournal, FormatException>(() => TuningJournalFormat.Read(input), out var journal)) return false;
        Assert.All(journal.Steps, step => Assert.True(Enum.IsDefined(step.State)));
        var written = TuningJournalFormat.Write(journal);
        Assert.Equal(written, TuningJournalFormat.Write(TuningJournalFormat.Read(written)));
        return true;
    }
}
