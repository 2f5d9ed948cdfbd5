namespace Accelerator.Simulator;

/// <summary>Simulates sets of paths, and prints the results as tables.</summary>
internal static class SimulationTables
{
    /// <summary>The numbers of streams that are compared.</summary>
    public static readonly int[] Splits = [1, 2, 4, 8, 16, 32];

    private const int Worst = 12;

    /// <summary>Prints the simulated lab beside the measured one, then ftpx beside static splits.</summary>
    /// <param name="rounds">Runs of each client, with other losses.</param>
    /// <param name="seed">The seed of the first round.</param>
    /// <param name="output">Where to.</param>
    public static void Lab(int rounds, int seed, TextWriter output)
    {
        output.WriteLine("| | client | lab s | simulated s | error |\n|---|---|---|---|---|");
        foreach (var median in LabMedians.All)
        {
            var path = PathSet.Lab.First(path => path.Name == median.Path);
            var times = Parallel(rounds, round => median.Simulate(path, seed + round));
            var middle = Percentile(times, 0.5);
            output.WriteLine($"| {path.Name} | {median.Client} | {median.Seconds:0.00} "
                + $"| {middle:0.00} ({times.Min():0.00}–{times.Max():0.00}) | {(middle / median.Seconds) - 1:+0 %;-0 %} |");
        }
        output.WriteLine();
        Heading("path", "floor s", output);
        foreach (var path in PathSet.Lab)
        {
            var rows = Parallel(rounds, round => Compare(path, seed + round));
            output.WriteLine($"| {path.Name} | {path.Floor:0.00} {Cells(rows)}");
        }
        output.WriteLine();
    }

    /// <summary>Prints percentiles over paths, of the time ÷ floor.</summary>
    public static void Set(IReadOnlyList<SimulatedPath> paths, int seed, TextWriter output)
    {
        var all = Parallel(paths.Count, i => Compare(paths[i], seed + i));
        Heading("paths", "percentile", output);
        var groups = all.GroupBy(row => PathSet.GroupOf(row.Path)).OrderBy(group => group.Key)
            .Select(group => (Name: group.Key, Rows: group.ToArray())).Prepend(("all", all));
        foreach (var (name, rows) in groups)
        {
            foreach (var percent in (int[])[50, 75, 95])
                output.WriteLine($"| {name}, {rows.Length} | {percent} {Cells(rows, percent / 100.0)}");
        }
        output.WriteLine();
        output.WriteLine("The worst of ftpx-known beside the best number:");
        foreach (var row in all.OrderByDescending(row => row.Known.Seconds / row.BestGiven).Take(Worst))
        {
            output.WriteLine($"{row.Path}: {row.Cold.Seconds:0.00} s, known {row.Known.Seconds:0.00} s with {row.Cold.Site?.Streams} remembered; "
                + $"{row.BestGiven:0.00} s with {row.BestCount}");
        }
    }

    /// <summary>Prints the decisions on one path.</summary>
    public static void One(SimulatedPath path, int seed, TextWriter output)
    {
        var row = Compare(path, seed);
        Heading("path", "floor s", output);
        output.WriteLine($"| {path.Name} | {path.Floor:0.00} {Cells([row])}");
        output.WriteLine($"{path}");
        Tell("cold", path, row.Cold, output);
        Tell("known", path, row.Known, output);
    }

    /// <summary>Prints a result and its decisions.</summary>
    public static void Tell(string name, SimulatedPath path, SimulatedResult result, TextWriter output)
    {
        output.WriteLine($"{name}: {result.Seconds:0.00} s, {result.Fetched / path.Size:0.000} of the file, at most {result.Streams} streams, "
            + $"{result.IdleTail:0 %} of the tail idle, remembers {result.Site}");
        output.WriteLine(result.Story);
    }

    /// <summary>Simulates one path with each client.</summary>
    public static SimulatedRow Compare(SimulatedPath path, int seed)
    {
        var cold = AdaptiveClient.Run(path, seed);
        var known = AdaptiveClient.Run(path, seed + 1_000_000, cold.Site);
        return new SimulatedRow(path, cold, known,
            [.. Splits.Select(streams => StaticSplit.Run(path, streams, seed))],
            [.. Splits.Select(streams => AdaptiveClient.Run(path, seed + 2_000_000, new RememberedSite(null, streams), streams))]);
    }

    private static void Heading(string first, string second, TextWriter output)
    {
        output.WriteLine($"| {first} | {second} | ftpx | known | {string.Join(" | ", Splits.Select(streams => $"split {streams}"))} | best split "
            + $"| {string.Join(" | ", Splits.Select(streams => $"ftpx {streams}"))} | best ftpx | its streams | remembered | most | idle tail, known "
            + "| of split 32 |");
        output.WriteLine($"|{string.Concat(Enumerable.Repeat("---|", 11 + (2 * Splits.Length)))}");
    }

    private static string Cells(SimulatedRow[] rows, double percent = 0.5)
    {
        var times = Splits.Select((_, i) => Of(row => row.Static[i].Seconds / row.Path.Floor)).Append(Of(row => row.BestSplit / row.Path.Floor))
            .Concat(Splits.Select((_, i) => Of(row => row.Given[i].Seconds / row.Path.Floor))).Append(Of(row => row.BestGiven / row.Path.Floor))
            .Prepend(Of(row => row.Known.Seconds / row.Path.Floor)).Prepend(Of(row => row.Cold.Seconds / row.Path.Floor));
        var counts = (double[])[Of(row => row.BestCount), Of(row => row.Cold.Site?.Streams ?? 0), Of(row => row.Cold.Streams)];
        var idle = (double[])[Of(row => row.Known.IdleTail), Of(row => row.Static[^1].IdleTail)];
        return $"| {string.Join(" | ", times.Select(time => $"{time:0.00}").Concat(counts.Select(count => $"{count:0}"))
            .Concat(idle.Select(share => $"{share:0 %}")))} |";

        double Of(Func<SimulatedRow, double> value) => Percentile([.. rows.Select(value)], percent);
    }

    private static double Percentile(double[] values, double share) =>
        values.Order().ElementAt((int)Math.Round(share * (values.Length - 1)));

    private static T[] Parallel<T>(int count, Func<int, T> work)
    {
        var results = new T[count];
        System.Threading.Tasks.Parallel.For(0, count, i => results[i] = work(i));
        return results;
    }
}
