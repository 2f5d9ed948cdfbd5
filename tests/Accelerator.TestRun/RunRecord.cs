using System.Text.Json;
using System.Text.RegularExpressions;

namespace Accelerator.TestRun;

/// <summary>The record of a run: what failed, what was skipped, and where the time went.</summary>
/// <param name="options">The options of the run.</param>
/// <param name="ends">How each job ended.</param>
/// <param name="elapsed">How long the run took, without packages and build.</param>
/// <param name="requireAll">Whether a skipped test is a failure (<c>FTPX_REQUIRE=all</c>).</param>
internal sealed partial class RunRecord(RunOptions options, IReadOnlyList<JobEnd> ends, TimeSpan elapsed, bool requireAll)
{
    private const int SlowestShown = 25;
    private const int MessageLines = 6;

    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    private readonly List<TestResult> _results = [.. ends.SelectMany(end => end.Results)];

    /// <summary>Tests that passed, and jobs without tests that ended well.</summary>
    public int Passed => _results.Count(result => result.Passed) + ends.Count(end => end is { Failure: null, Job: { HasResults: false, IsPreparation: false } });

    public int Failed => _results.Count(result => result.Failed) + ends.Count(end => end.Failure is not null) + (requireAll ? Skipped : 0) + EmptyGroups.Count;

    private int Skipped => _results.Count(result => result.Skipped) + ends.Count(end => end.Job.Skipped is not null);

    /// <summary>Groups that were requested and have no test in any result: a new folder must not be left out unnoticed.</summary>
    public required IReadOnlyList<string> EmptyGroups { get; init; }

    /// <summary>Lists the groups that should have run and have no result. Jobs that failed as a whole are named elsewhere.</summary>
    public static IReadOnlyList<string> FindEmpty(IEnumerable<string> wanted, IReadOnlyList<JobEnd> ends) =>
        ends.Any(end => end is { Failure: not null, Job.HasResults: true }) ? [] : [.. wanted.Except(ends.SelectMany(end => end.Results).Select(result => result.Group))];

    /// <summary>Writes everything that a reader of the output needs, the counts last.</summary>
    public void Print(Action<string> line)
    {
        foreach (var note in _results.SelectMany(result => Notes().Matches(result.Output)).Select(match => match.Value.TrimEnd()).Distinct())
            line("   " + note);
        PrintTimes(line);
        foreach (var reason in _results.Where(result => result.Skipped).GroupBy(result => (result.Group, result.Message)))
            line($"{reason.Count()} skipped: {reason.Key.Group} ({reason.Key.Message})");
        foreach (var end in ends.Where(end => end.Job.Skipped is not null)) line($"skipped: {end.Job.Name} ({end.Job.Skipped})");
        foreach (var group in EmptyGroups) line($"failed: no test ran in the group {group}.");
        foreach (var end in ends.Where(end => end.Failure is not null)) line("failed: " + end.Failure);
        foreach (var result in _results.Where(result => result.Failed))
        {
            line($"failed: {result.Test}");
            foreach (var message in result.Message.ReplaceLineEndings("\n").Split('\n').Take(MessageLines)) line("   " + message[..Math.Min(message.Length, 400)]);
        }
        line($"{Passed} passed, {Failed} failed");
    }

    /// <summary>Writes the same times as the tables, for comparisons.</summary>
    public void WriteTiming(string path)
    {
        var timing = new
        {
            options.All,
            PreparedSeconds = Round(options.Prepared),
            TestSeconds = Round(elapsed),
            Jobs = ends.Select(end => new { end.Job.Name, Seconds = Round(end.Duration), Tests = end.Results.Count }),
            Groups = Groups().Select(group => new { group.Name, group.Tests, Seconds = Round(group.Sum) }),
            Slowest = Slowest().Select(result => new { result.Test, Seconds = Round(result.Duration) }),
        };
        File.WriteAllText(path, JsonSerializer.Serialize(timing, Indented) + "\n");
    }

    private void PrintTimes(Action<string> line)
    {
        line("");
        line($"{"group",-16}{"tests",7}{"seconds",10}   (its tests added up; several run at once)");
        foreach (var (name, tests, sum) in Groups()) line($"{name,-16}{tests,7}{sum.TotalSeconds,10:0.0}");
        line("");
        line("slowest tests");
        foreach (var result in Slowest()) line($"{result.Duration.TotalSeconds,7:0.0} s  {result.Test["Accelerator.".Length..]}");
        line("");
        line($"packages and build {options.Prepared.TotalSeconds:0} s, tests {elapsed.TotalSeconds:0} s");
    }

    private IEnumerable<(string Name, int Tests, TimeSpan Sum)> Groups() =>
        from result in _results
        group result by result.Group into tests
        let sum = tests.Aggregate(TimeSpan.Zero, (total, result) => total + result.Duration)
        orderby sum descending
        select (tests.Key, tests.Count(), sum);

    private IEnumerable<TestResult> Slowest() => _results.OrderByDescending(result => result.Duration).Take(SlowestShown);

    private static double Round(TimeSpan time) => Math.Round(time.TotalSeconds, 1);

    // Seeds that repeat a run, and the rows of the table in docs/reliability.md.
    [GeneratedRegex("^(?:fuzz|soak|witness)\\b.*", RegexOptions.Multiline)]
    private static partial Regex Notes();
}
