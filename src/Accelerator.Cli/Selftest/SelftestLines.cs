
namespace Accelerator.Cli.Selftest;

/// <summary>Writes the selftest as plain lines, each as soon as it is known.</summary>
internal static class SelftestLines
{
    /// <summary>Writes the lines.</summary>
    /// <returns>Whether all checks passed.</returns>
    public static async Task<bool> ShowAsync(IAsyncEnumerable<SelftestRow> rows, TextWriter output)
    {
        var passed = true;
        await foreach (var row in rows.ConfigureAwait(false))
        {
            passed &= row.Passed;
            await output.WriteLineAsync($"{(row.Passed ? "ok" : "FAILED"),-7} {row.Name,-16} {row.Finding}").ConfigureAwait(false);
        }
        await output.WriteLineAsync(Verdict(passed)).ConfigureAwait(false);
        return passed;
    }

    /// <summary>The last line.</summary>
    public static string Verdict(bool passed) =>
        passed ? "This installation works." : "This installation does not work correctly: see the lines marked FAILED.";
}
