using System.Globalization;

namespace Accelerator.Simulator;

/// <summary>Prints how the present policy does over simulated paths.</summary>
internal static class Program
{
    private const string Usage = """
        The scheduler over simulated paths: no sockets, no clock, the same result each time.

            tests/lab/simulate                 the lab's scenarios, then 300 random paths
            tests/lab/simulate lab             the lab's scenarios beside the medians of docs/benchmarks.md
            tests/lab/simulate set [COUNT]     random paths
            tests/lab/simulate one L1          the decisions on one path; the name of a scenario, or the number of a random path
            tests/lab/simulate one L1 16       the same with 16 streams

            --seed NUMBER                      other random paths, and other losses (default: 1)
            --rounds NUMBER                    runs of each client of the lab; medians are printed (default: 9)
        """;

    private const int UsualPaths = 300;
    private const int UsualRounds = 9;

    /// <summary>Runs a command.</summary>
    /// <returns>0, or 2 for a wrong command line.</returns>
    public static int Main(string[] args)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        var words = args.ToList();
        if (TakeNumber(words, "--seed", 1) is not { } seed || TakeNumber(words, "--rounds", UsualRounds) is not { } rounds) return Refuse();
        switch (words)
        {
            case []:
                SimulationTables.Lab(rounds, seed, Console.Out);
                SimulationTables.Set(PathSet.Random(UsualPaths, seed), seed, Console.Out);
                return 0;
            case ["lab"]:
                SimulationTables.Lab(rounds, seed, Console.Out);
                return 0;
            case ["set"]:
                SimulationTables.Set(PathSet.Random(UsualPaths, seed), seed, Console.Out);
                return 0;
            case ["set", var count] when int.TryParse(count, out var paths) && paths > 0:
                SimulationTables.Set(PathSet.Random(paths, seed), seed, Console.Out);
                return 0;
            case ["one", var name, var streams] when Find(name, seed) is { } path && int.TryParse(streams, out var given) && given > 0:
                SimulationTables.Tell($"{given} streams", path, AdaptiveClient.Run(path, seed, new RememberedSite(null, given), given), Console.Out);
                return 0;
            case ["one", var name] when Find(name, seed) is { } path:
                SimulationTables.One(path, seed, Console.Out);
                return 0;
            default:
                return Refuse();
        }
    }

    // Null for a wrong value.
    private static int? TakeNumber(List<string> words, string option, int usual)
    {
        var at = words.IndexOf(option);
        if (at < 0) return usual;
        if (at + 1 >= words.Count || !int.TryParse(words[at + 1], out var number) || number < 1) return null;
        words.RemoveRange(at, 2);
        return number;
    }

    private static SimulatedPath? Find(string name, int seed) => int.TryParse(name, out var number) && number > 0
        ? PathSet.Random(number, seed)[^1] : PathSet.Lab.FirstOrDefault(path => path.Name == name);

    private static int Refuse()
    {
        Console.Error.WriteLine(Usage);
        return 2;
    }
}
