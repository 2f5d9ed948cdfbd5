using System.Collections.Concurrent;

namespace Accelerator.Soak.Tests.Storms;

/// <summary>Counts of a soak. Thread-safe.</summary>
internal sealed class StormTally
{
    private readonly ConcurrentDictionary<string, int> _ends = [];
    private int _faults;
    private int _rounds;
    private int _compared;

    public int Runs => _ends.Values.Sum();

    public int Kills => _ends.GetValueOrDefault("killed");

    public int Faults => _faults;

    public int Rounds => _rounds;

    public int Compared => _compared;

    public void CountEnd(ClientEnd end) => _ends.AddOrUpdate(end.WasKilled ? "killed" : end.ExitCode.ToString(CultureInfo.InvariantCulture), 1, (_, count) => count + 1);

    public void CountCompared(int files) => Interlocked.Add(ref _compared, files);

    public void CountRound(int faults)
    {
        Interlocked.Increment(ref _rounds);
        Interlocked.Add(ref _faults, faults);
    }

    public override string ToString()
    {
        var ends = string.Join(", ", _ends.Where(end => end.Key != "killed").OrderBy(end => end.Key.PadLeft(3)).Select(end => $"{end.Value} with {end.Key}"));
        return $"{Rounds} rounds, {Faults} faults met, {Runs} runs: {Kills} killed, and by exit code {ends}; {Compared} files compared, all right.";
    }
}
