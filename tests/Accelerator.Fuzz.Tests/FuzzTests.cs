using Xunit.Abstractions;

namespace Accelerator.Fuzz.Tests;

/// <summary>Runs every target, and all inputs that were ever found to break one.</summary>
public sealed class FuzzTests(ITestOutputHelper output)
{
    // All targets share the time of a long test run.
    private static readonly TimeSpan LongTime = TimeSpan.FromSeconds(60);

    public static IEnumerable<object[]> Targets => FuzzTargets.All.Select(target => new object[] { target.Name });

    public static IEnumerable<object[]> Findings => Finding.Kept.Select(kept => new object[] { kept.Target, kept.Name });

    [Theory]
    [MemberData(nameof(Targets))]
    public void Generated_bytes_break_no_invariant(string name)
    {
        var target = FuzzTargets.Find(name);
        AssertNothingFound(target, new FuzzRun(target, FuzzRun.Seeds.Fixed, FuzzLimits.Usual).Run(target.InputsBeforeCommit));
    }

    [Theory]
    [Trait("Run", "all")]
    [MemberData(nameof(Targets))]
    public void Freshly_generated_bytes_break_no_invariant(string name)
    {
        var target = FuzzTargets.Find(name);
        AssertNothingFound(target, new FuzzRun(target, FuzzRun.Seeds.New, FuzzLimits.Usual).Run(LongTime / FuzzTargets.All.Count));
    }

    [Theory]
    [MemberData(nameof(Findings))]
    public void Saved_findings_pass(string target, string name)
    {
        var (inputs, _) = EscapedBytes.Read(Path.Combine(Finding.Folder, target, name));
        var run = new FuzzRun(FuzzTargets.Find(target), 0, FuzzLimits.Usual);
        Assert.NotEmpty(inputs);
        foreach (var input in inputs) Assert.Null(run.Broken(input));
    }

    private void AssertNothingFound(FuzzTarget target, FuzzResult result)
    {
        output.WriteLine(result.ToString());
        if (result.Finding is { } finding)
        {
            Assert.Fail($"{target.Name} breaks with seed {finding.Seed} (FTPX_FUZZ_SEED={finding.Seed} makes it the first input): {finding.What}\n"
                + $"Kept as {finding.Keep()}; it is tried in every run from now on.");
        }
        Assert.True(result.Inputs > target.Seeds.Count, "Nothing was made up.");
        Assert.True(result.Taken > 0, $"None of {result.Inputs} inputs was taken for what it should be: the promises were not put to the test.");
    }
}
