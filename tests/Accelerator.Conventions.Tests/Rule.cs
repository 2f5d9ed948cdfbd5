namespace Accelerator.Conventions.Tests;

/// <summary>A rule without exceptions.</summary>
internal static class Rule
{
    /// <summary>Fails with all violations, one per line; xunit's own message would show only the first five.</summary>
    public static void Holds(IEnumerable<string> violations)
    {
        var all = violations.ToList();
        Assert.True(all.Count == 0, string.Join('\n', all.Prepend($"{all.Count} violations:")));
    }
}
