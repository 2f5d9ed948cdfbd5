using System.Globalization;
using Accelerator.Soak.Tests.Crashes;
using Accelerator.Soak.Tests.Days;
using Accelerator.Soak.Tests.Kills;
using Accelerator.Soak.Tests.Storms;

namespace Accelerator.Soak.Tests;

/// <summary><c>tests/soak --minutes 10</c>, <c>tests/soak --kills 1000</c> or <c>tests/crash --rounds 1000 --ledger sqlite</c>, each with <c>--seed N</c>.</summary>
internal static class Program
{
    private const string Usage = "usage: tests/soak --minutes N [--seed N]\n       tests/soak --kills N [--seed N]\n       tests/soak --service [--hours N] [--ledger sqlite|postgresql] [--seed N]\n       tests/crash --rounds N [--ledger sqlite|postgresql] [--seed N]";

    private const int UsualHours = 72;

    public static async Task<int> Main(string[] words)
    {
        try
        {
            return await RunAsync(words);
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

    private static async Task<int> RunAsync(string[] words)
    {
        var (minutes, kills, rounds, hours, ledger, seed) = (0.0, 0, 0, 0, "sqlite", SoakOptions.Seed);
        if (words is ["--service", ..]) (words, hours) = (words[1..], UsualHours);
        for (var i = 0; i < words.Length; i += 2)
        {
            var value = i + 1 < words.Length ? words[i + 1] : throw new FormatException($"{words[i]} has no value.");
            switch (words[i])
            {
                case "--minutes":
                    minutes = double.Parse(value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture);
                    break;
                case "--kills":
                    kills = int.Parse(value, NumberStyles.None, CultureInfo.InvariantCulture);
                    break;
                case "--rounds":
                    rounds = int.Parse(value, NumberStyles.None, CultureInfo.InvariantCulture);
                    break;
                case "--hours" when hours > 0:
                    hours = int.Parse(value, NumberStyles.None, CultureInfo.InvariantCulture);
                    break;
                case "--ledger" when value is "sqlite" or "postgresql":
                    ledger = value;
                    break;
                case "--seed":
                    seed = SoakOptions.ReadSeed(value);
                    break;
                default:
                    throw new FormatException($"There is no {words[i]}.");
            }
        }
        if (new[] { minutes > 0, kills > 0, rounds > 0, hours > 0 }.Count(isGiven => isGiven) != 1) throw new FormatException("Give one of --minutes, --kills, --rounds and --service.");
        Console.WriteLine($"Seed {seed}.");
        Console.WriteLine(
            hours > 0 ? await DaysAsync(TimeSpan.FromHours(hours), ledger, seed)
            : rounds > 0 ? await CrashAsync(rounds, ledger, seed)
            : kills > 0 ? await KillAsync(kills, seed)
            : await SoakAsync(TimeSpan.FromMinutes(minutes), seed));
        return 0;
    }

    private static async Task<string> KillAsync(int kills, ulong seed)
    {
        using var log = new EventLog($"kills-{seed}");
        return (await new KillRun(kills, seed, log).RunAsync(CancellationToken.None).OrToldAsync(seed, log)).ToString();
    }

    private static async Task<string> CrashAsync(int rounds, string kind, ulong seed)
    {
        using var log = new EventLog($"crash-{kind}-{seed}");
        await using var ledger = LedgerOf(kind);
        return (await new CrashRun(rounds, seed, ledger, log).RunAsync().OrToldAsync(seed, log)).ToString();
    }

    private static async Task<string> DaysAsync(TimeSpan length, string kind, ulong seed)
    {
        using var log = new EventLog($"days-{kind}-{seed}");
        await using var ledger = LedgerOf(kind);
        return await new DayRun(length, seed, ledger, log).RunAsync().OrToldAsync(seed, log);
    }

    private static CrashLedger LedgerOf(string kind) => kind == "sqlite" ? new SqliteCrashLedger() : new PostgresCrashLedger();

    private static async Task<string> SoakAsync(TimeSpan time, ulong seed)
    {
        using var log = new EventLog($"soak-{seed}");
        return await new SoakRun(time, seed, log).RunAsync().OrToldAsync(seed, log);
    }
}
