using System.Globalization;
using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Jobs.Tests;

/// <summary><c>tests/ledger-bench</c>, with <c>--rows N</c> and <c>--postgres CONNECTION</c>.</summary>
internal static class Program
{
    public static async Task<int> Main(string[] words)
    {
        var (rows, postgres) = (1_000_000, (string?)null);
        for (var i = 0; i + 1 < words.Length; i += 2)
        {
            if (words[i] == "--rows") rows = int.Parse(words[i + 1], CultureInfo.InvariantCulture);
            else if (words[i] == "--postgres") postgres = words[i + 1];
        }
        await using LedgerPlace place = postgres is null ? new SqlitePlace() : await PostgresBenchPlace.CreateAsync(postgres);
        await LedgerMeasurement.RunAsync(place, rows, Console.Out, CancellationToken.None);
        return 0;
    }
}
