using Accelerator.Soak.Tests.Constellation;
using Accelerator.Soak.Tests.Days;
using Accelerator.Soak.Tests.Kills;

namespace Accelerator.Soak.Tests;

/// <summary><c>tests/soak --minutes 10</c>, <c>tests/soak --kills 1000</c> or <c>tests/crash --rounds 1000 --ledger sqlite</c>, each with <c>--seed N</c>.</summary>
internal static class Program
{
    private const string Usage = """
        usage: tests/soak --minutes N [--seed N]
               tests/soak --kills N [--seed N]
               tests/soak --service [--hours N] [--ledger sqlite|postgresql] [--seed N]
               tests/constellation [--scale X] [--seed N]
               tests/crash --rounds N [--ledger sqlite|postgresql] [--seed N]
        """;

    private const int UsualHours = 72;

    private static readonly string[] Kinds = ["--minutes", "--kills", "--rounds", "--hours", "--scale"];

    public static async Task<int> Main(string[] words)
    {
        if (words is ["--node", .. var node]) return NodeProgram.Run(node);
        try
        {
            var given = Read(words);
            var seed = given.TryGetValue("--seed", out var text) ? RunSeed.Read(text) : SoakOptions.Seed.New;
            Console.WriteLine($"Seed {seed}.");
            Console.WriteLine(await RunAsync(given, seed));
            return 0;
        }
        catch (FormatException e)
        {
            Console.Error.WriteLine($"{e.Message}\n{Usage}");
            return 2;
        }
        catch (BrokenPromiseException e)
        {
            Console.Error.WriteLine(e.Message);
            return 1;
        }
    }

    private static Dictionary<string, string> Read(string[] words)
    {
        var given = new Dictionary<string, string>();
        if (words is ["--service", ..]) (words, given["--hours"]) = (words[1..], $"{UsualHours}");
        else if (words is ["--constellation", ..]) (words, given["--scale"]) = (words[1..], "1");
        else if (words.Contains("--hours")) throw new FormatException("--hours belongs to --service");
        for (var i = 0; i < words.Length; i += 2)
        {
            if (!Kinds.Contains(words[i]) && words[i] is not ("--ledger" or "--seed")) throw new FormatException($"There is no {words[i]}.");
            given[words[i]] = i + 1 < words.Length ? words[i + 1] : throw new FormatException($"{words[i]} has no value.");
        }
        if (Kinds.Count(given.ContainsKey) != 1) throw new FormatException("Give one of --minutes, --kills, --rounds and --service");
        return given;
    }

    private static async Task<string> RunAsync(Dictionary<string, string> given, ulong seed)
    {
        var (kind, value) = given.Single(word => Kinds.Contains(word.Key));
        var amount = double.Parse(value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture);
        if (amount <= 0) throw new FormatException($"{kind} takes a number above 0.");
        await using var ledger = LedgerOf(given.GetValueOrDefault("--ledger", "sqlite"));
        // With the amount, so that a short run and a long one from the same seed can go on at once.
        return kind switch
        {
            "--scale" => await RunLog.OfAsync($"constellation-{value}", seed, log => new ConstellationRun(ConstellationSize.Of(amount), log).RunAsync()),
            "--minutes" => await RunLog.OfAsync($"soak-{value}", seed, log => new SoakRun(TimeSpan.FromMinutes(amount), log).RunAsync()),
            "--kills" => await RunLog.OfAsync($"kills-{value}", seed, log => new KillRun((int)amount, log).RunAsync()),
            "--rounds" => await RunLog.OfAsync($"crash-{ledger.Name}-{value}", seed, log => new CrashRun((int)amount, ledger, log).RunAsync()),
            _ => await RunLog.OfAsync($"days-{ledger.Name}-{value}", seed, log => new DayRun(TimeSpan.FromHours(amount), ledger, log).RunAsync()),
        };
    }

    private static CrashLedger LedgerOf(string name) => name switch
    {
        "sqlite" => new SqliteCrashLedger(),
        "postgresql" => new PostgresCrashLedger(),
        _ => throw new FormatException($"There is no ledger {name}."),
    };
}
