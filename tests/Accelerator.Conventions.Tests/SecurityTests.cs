namespace Accelerator.Conventions.Tests;

/// <summary>Each promise of SECURITY.md names the test that holds it.</summary>
public sealed partial class SecurityTests
{
    private const string Heading = "## Attacks and defences";

    private static readonly Dictionary<string, string> Classes = Checkout.Tests
        .Where(file => Attribute().IsMatch(file.Text)).GroupBy(file => file.Name).ToDictionary(files => files.Key, files => string.Concat(files.Select(file => file.Text)));

    /// <summary>
    /// The last cell of a row names classes that have tests (`InjectionCases`) or tests of them (`InjectionCases.A_test`). A row with one cell is a heading.
    /// </summary>
    [Fact]
    public void Every_promise_names_a_test_that_exists()
    {
        var rows = Rows();
        Assert.True(rows.Count > 20, $"SECURITY.md has only {rows.Count} promises under \"{Heading}\".");
        Rule.Holds(rows.Where(row => Tests(row.Last()).Count == 0).Select(row => $"no test: {row[0]}"));
        Rule.Holds(
            from row in rows
            from test in Tests(row.Last())
            where !Exists(test)
            select $"there is no test {test}: {row[0]}");
    }

    [Fact]
    public void A_promise_that_names_no_test_or_an_invented_one_is_found()
    {
        Assert.Empty(Tests("tests/Accelerator.Gateway.Tests"));
        Assert.True(Exists("SecurityTests.A_promise_that_names_no_test_or_an_invented_one_is_found"));
        Assert.False(Exists("SecurityTests.No_such_test"));
        // It exists and has no test.
        Assert.False(Exists("Checkout"));
    }

    private static List<string[]> Rows() =>
    [
        .. Checkout.ReadText("SECURITY.md").Split(Heading)[1].Split("\n## ")[0].Split('\n')
            .Where(line => line.StartsWith('|')).Skip(2).Select(line => line.Trim('|', ' ').Split(" | ")).Where(row => row.Length > 1),
    ];

    private static List<string> Tests(string cell) => [.. TestName().Matches(cell).Select(match => match.Groups[1].Value)];

    private static bool Exists(string test)
    {
        var parts = test.Split('.');
        return Classes.TryGetValue(parts[0], out var text) && (parts.Length == 1 || text.Contains($" {parts[1]}(", StringComparison.Ordinal));
    }

    [GeneratedRegex(@"\[\w*(?:Fact|Theory)\b")]
    private static partial Regex Attribute();

    [GeneratedRegex(@"`(\w+(?:Tests|Cases)(?:\.\w+)?)`")]
    private static partial Regex TestName();
}
