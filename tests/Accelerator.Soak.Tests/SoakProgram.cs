namespace Accelerator.Soak.Tests;

/// <summary>
/// This project's own program, as <c>tests/soak</c> and <c>tests/crash</c> start it. Each run is a separate process, so that several can
/// run at once and a run that counts its sockets, descriptors and memory counts no other's.
/// </summary>
internal static class SoakProgram
{
    // The simulated constellation took 16 minutes on two busy cores, and more than 20 beside a build.
    private static readonly TimeSpan Hangs = TimeSpan.FromMinutes(50);

    /// <summary>Runs for a short time, with the seed that all commits are tested with.</summary>
    public static Task RunAsync(ITestOutputHelper output, string kind, params string[] words) => RunAsync(output, kind, SoakOptions.Seed.Fixed, words);

    /// <summary>Runs for a long time, with a seed of its own.</summary>
    public static Task RunLongAsync(ITestOutputHelper output, string kind, params string[] words) => RunAsync(output, kind, SoakOptions.Seed.New, words);

    private static async Task RunAsync(ITestOutputHelper output, string kind, ulong seed, string[] words)
    {
        using var home = new TempFolder();
        using var hangs = new CancellationTokenSource(Hangs);
        var state = new Dictionary<string, string> { ["XDG_STATE_HOME"] = home.File("state") };
        await using var run = ProgramRun.StartFile(ProductProcess.Host, home.Path, [typeof(SoakProgram).Assembly.Location, .. words, "--seed", $"{seed}"], state);
        var (_, said) = (await run.WaitAsync(hangs.Token)).Expect();
        // tests/run shows this line; the last one of the program says what happened.
        output.WriteLine($"soak {kind}, FTPX_SOAK_SEED={seed}: {said.Trim().Split('\n')[^1]}");
    }
}
