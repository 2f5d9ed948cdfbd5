namespace Accelerator.Soak.Tests.Kills;

/// <summary>Counts of a run of kills. Not thread-safe: each worker has its own.</summary>
internal sealed class KillTally
{
    private readonly int[] _phases = new int[Enum.GetValues<KillPhase>().Length];

    /// <summary>Runs that were killed.</summary>
    public int Kills => _phases.Sum() - this[KillPhase.NotKilled];

    /// <summary>Files that completed.</summary>
    public int Files { get; set; }

    /// <summary>Runs that resumed from a journal and reused exactly the bytes that it kept.</summary>
    public int Resumed { get; set; }

    /// <summary>Runs that found the remote file changed since their journal, and used nothing of it.</summary>
    public int StartedOver { get; set; }

    public int this[KillPhase phase] => _phases[(int)phase];

    public void Count(KillPhase phase) => _phases[(int)phase]++;

    public void Add(KillTally other)
    {
        for (var i = 0; i < _phases.Length; i++) _phases[i] += other._phases[i];
        (Files, Resumed, StartedOver) = (Files + other.Files, Resumed + other.Resumed, StartedOver + other.StartedOver);
    }

    public override string ToString() =>
        $"{Kills} kills: {this[KillPhase.NothingYet]} before the partial file, {this[KillPhase.NoJournalYet]} before its journal, "
        + $"{this[KillPhase.Journalled]} with a journal, {this[KillPhase.InJournalWrite]} inside the writing of one, {this[KillPhase.JustPublished]} between the final name and the "
        + $"journal's end, {this[KillPhase.Published]} after that; {this[KillPhase.NotKilled]} runs ended before their kill. {Resumed} runs went on from a journal, "
        + $"{StartedOver} threw one away because the remote file had changed. {Files} files, all right.";
}
