namespace Accelerator.Fuzz.Tests;

/// <summary><c>tests/fuzz --minutes 10 [--target NAME] [--seed N]</c>: runs all targets, or one, for the given time.</summary>
internal static class Program
{
    private const string Usage = "usage: tests/fuzz --minutes N [--target NAME] [--seed N]";

    public static int Main(string[] words)
    {
        try
        {
            return Run(words);
        }
        catch (FormatException e)
        {
            Console.Error.WriteLine($"{e.Message}\n{Usage}");
            return 2;
        }
    }

    private static int Run(string[] words)
    {
        var (minutes, name, seed) = (0.0, (string?)null, FuzzRun.Seeds.New);
        for (var i = 0; i < words.Length; i += 2)
        {
            var value = i + 1 < words.Length ? words[i + 1] : throw new FormatException($"{words[i]} has no value.");
            if (words[i] == "--minutes") minutes = double.Parse(value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture);
            else if (words[i] == "--target") name = value;
            else if (words[i] == "--seed") seed = RunSeed.Read(value);
            else throw new FormatException($"There is no {words[i]}.");
        }
        if (minutes <= 0) throw new FormatException("--minutes is missing.");
        IReadOnlyList<FuzzTarget> targets = name is null ? FuzzTargets.All : [FuzzTargets.Find(name)];
        var exitCode = 0;
        foreach (var target in targets)
        {
            if (IsBroken(target, seed, TimeSpan.FromMinutes(minutes / targets.Count))) exitCode = 1;
        }
        return exitCode;
    }

    private static bool IsBroken(FuzzTarget target, ulong seed, TimeSpan time)
    {
        var result = new FuzzRun(target, seed, FuzzLimits.Usual).Run(time);
        Console.WriteLine(result);
        if (result.Finding is { } finding) Console.WriteLine($"{finding.What}\nKept as {finding.Keep()}");
        return result.Finding is not null || result.Taken == 0;
    }
}
