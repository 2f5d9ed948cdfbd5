namespace Accelerator.Conventions.Tests;

/// <summary>How tests are grouped and named, how they run in parallel, and how long they wait.</summary>
public sealed partial class TestCodeTests
{
    private const string LongProof = "Trait(\"Run\", \"all\")";

    /// <summary>The group of a test is its folder. The only trait keeps long-running tests out of the run before a commit.</summary>
    [Fact]
    public void The_only_trait_marks_what_runs_with_all() => Rule.Holds(
        from line in LinesOfFilesWith("Trait")
        where TraitUse().Count(line.Code) > Regex.Count(line.Text, Regex.Escape(LongProof))
        select $"{line.Place}: {line.Text.Trim()}");

    [Fact]
    public void No_project_runs_its_tests_one_after_another() => Rule.Holds(
        (from line in LinesOfFilesWith("assembly")
         where OneAfterAnother().IsMatch(line.Code)
         select $"{line.Place}: {line.Text.Trim()}")
        .Concat(
            from path in Checkout.Files("tests", "*.runner.json").Concat(Checkout.Files("tests", "*.runsettings"))
            where OneAfterAnotherBySettings().IsMatch(Checkout.ReadText(path))
            select path));

    /// <summary>Tests wait for an event, or move their own clock. Where real time must pass, a comment gives the reason.</summary>
    [Fact]
    public void A_wait_of_more_than_200_ms_has_its_reason_beside_it() => Rule.Holds(
        from file in Checkout.Tests
        where file.Code.Contains("Task.Delay(", StringComparison.Ordinal)
        from wait in WaitScanner.Unexplained(file)
        select wait);

    /// <summary>
    /// Five former suffixes expressed two ideas. Now a fixture sets up what a test runs against, samples are data, and checks are
    /// assertions that several classes share.
    /// </summary>
    [Fact]
    public void What_tests_share_is_a_fixture_samples_or_checks() => Rule.Holds(
        from file in Checkout.Tests
        from type in file.Types
        where FormerSuffix().IsMatch(type.Name)
        select $"{file}:{type.Line}: {type.Name}");

    /// <summary>The tests of a contract also run over PostgreSQL, and are skipped where it is missing.</summary>
    [Fact]
    public void A_contract_of_the_ledger_has_tests_for_any_ledger() => Rule.Holds(
        from file in Checkout.Tests
        where file.Path.EndsWith("Contract.cs", StringComparison.Ordinal) && file.Path.Contains("/Ledger/", StringComparison.Ordinal)
        from line in file.CodeLines
        where line.Code.Trim() is "[Fact]" or "[Theory]"
        select line.Place);

    private static IEnumerable<(string Place, string Text, string Code)> LinesOfFilesWith(string word) =>
        Checkout.Tests.Where(file => file.Code.Contains(word, StringComparison.Ordinal)).SelectMany(file => file.CodeLines);

    [GeneratedRegex(@"\bTrait(Attribute)?\(|\bITraitAttribute\b")]
    private static partial Regex TraitUse();

    [GeneratedRegex(@"\bassembly\s*:.*\b(DisableTestParallelization\s*=\s*true|MaxParallelThreads\s*=\s*1\b)")]
    private static partial Regex OneAfterAnother();

    [GeneratedRegex("(parallelizeTestCollections\"?\\s*[:>]\\s*false|maxParallelThreads\"?\\s*[:>]\\s*1\\b)", RegexOptions.IgnoreCase)]
    private static partial Regex OneAfterAnotherBySettings();

    [GeneratedRegex("(Bench|Harness|Proof|Scene)$")]
    private static partial Regex FormerSuffix();
}
