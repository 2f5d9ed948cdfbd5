using Xunit.Abstractions;

namespace Accelerator.Interop.Tests.Witnesses;

/// <summary>
/// Tests that faults that spoil files are real: under each of them at least one of today's clients reports success and leaves a file that
/// no server ever had, while ftpx fetches the right file or none. The result of each client under each fault is printed as rows of the
/// table in docs/reliability.md.
/// </summary>
public sealed class WitnessTests(ITestOutputHelper output)
{
    private const long Fast = 8 << 20;
    private const long Most = WitnessFixture.Size * 5 / 8;

    private static readonly string[] Peers = ["lftp", "aria2c", "axel", "rclone", "curl", "wget"];

    // A client with one connection asks for REST only after a break.
    private static readonly string[] Single = ["curl", "wget"];

    private static Fault IgnoredRest => Fault.OnRetr().FromOffset(1).IgnoreRest();

    private static Fault Break => Fault.OnRetr(1).DropAfter(Most);

    // For a connection that fetches a quarter of the file.
    private static Fault EarlyBreak => Fault.OnRetr(2).DropAfter(WitnessFixture.Size / 5);

    /// <summary>The faults under which at least one client leaves a wrong file and reports success.</summary>
    private static WitnessCase[] Cases =>
    [
        new("REST answered 350 and ignored", WithBreak(IgnoredRest)),
        new("REST off by one byte", WithBreak(Fault.OnRetr().FromOffset(1).RestOffBy(-1))),
        new("data cut short, then 226", _ => [Fault.OnRetr(1).EndShortAfter(Most / 4)]),
        new("the same on a server without SIZE", _ => [Fault.OnRetr(1).EndShortAfter(Most)])
        {
            Features = LoopbackFeatures.Usual & ~(LoopbackFeatures.Size | LoopbackFeatures.Mlst),
        },
        new("overwritten during the download, same length", _ => [])
        {
            BeforeAsync = (fixture, _) =>
            {
                fixture.WriteOverAfter(WitnessFixture.Size / 2);
                return Task.CompletedTask;
            },
        },
        new("replaced by a rename during the transfer, then one connection breaks", client => Single.Contains(client) ? [Break] : [EarlyBreak])
        {
            BeforeAsync = (fixture, _) =>
            {
                fixture.ReplaceAfter(WitnessFixture.Size / 4);
                return Task.CompletedTask;
            },
        },
        // Slower than the others, so that all clients have saved their progress: most do so once a second. rclone cannot resume and starts
        // over.
        new("replaced before it is continued, same length", _ => [])
        {
            BeforeAsync = (fixture, token) => fixture.KillAndReplaceAsync(token), BytesPerSecond = Fast / 4,
        },
    ];

    public static TheoryData<string> Faults => [.. Cases.Select(one => one.Fault)];

    // The short run: with and without one of the faults, one client beside ftpx.
    [ServerFact("aria2c")]
    public async Task A_REST_that_is_answered_350_and_ignored_spoils_the_file_of_aria2_and_not_that_of_ftpx()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(5));
        foreach (var testimony in await HearAsync(["ftpx", "aria2c"], new("none", _ => []), deadline.Token))
            Assert.True(testimony.Verdict == Verdict.Right, testimony.ToString());
        var heard = await HearAsync(["ftpx", "aria2c"], new("REST answered 350 and ignored", _ => [IgnoredRest]), deadline.Token);
        Assert.True(heard[0].Verdict is Verdict.Right or Verdict.Refused, heard[0].ToString());
        Assert.True(heard[1].Verdict == Verdict.WrongAndSilent, heard[1].ToString());
    }

    // Without this check a broken server could explain the results of the other clients.
    [ServerFact("lftp", "aria2c", "axel", "rclone", "curl", "wget")]
    [Trait("Run", "all")]
    public async Task A_server_without_a_fault_gives_everybody_the_right_file()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(10));
        await PrintVersionsAsync(deadline.Token);
        var heard = await HearAllAsync(new("none", _ => []), deadline.Token);
        Assert.All(heard, testimony => Assert.Equal(Verdict.Right, testimony.Verdict));
    }

    // rclone 1.60 takes a part that has arrived only partly for the complete part, so its file is wrong. The clients that send REST again
    // must get this case right; otherwise their results below do not count.
    [ServerFact("lftp", "aria2c", "axel", "rclone", "curl", "wget")]
    [Trait("Run", "all")]
    public async Task After_a_broken_connection_clients_that_resume_have_the_right_file()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(10));
        foreach (var testimony in await HearAllAsync(new("one connection breaks", _ => [Break]), deadline.Token))
            Assert.True(testimony.Verdict == Verdict.Right || testimony.Client == "rclone", testimony.ToString());
    }

    [ServerTheory("lftp", "aria2c", "axel", "rclone", "curl", "wget")]
    [MemberData(nameof(Faults))]
    [Trait("Run", "all")]
    public async Task Each_fault_silently_corrupts_the_file_of_some_client_but_not_that_of_ftpx(string fault)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(15));
        var heard = await HearAllAsync(Cases.Single(one => one.Fault == fault), deadline.Token);
        Assert.True(heard[0].Verdict is Verdict.Right or Verdict.Refused, heard[0].ToString());
        Assert.True(heard.Any(testimony => testimony.Verdict == Verdict.WrongAndSilent), string.Join('\n', heard));
    }

    private static Func<string, Fault[]> WithBreak(Fault fault) => client => Single.Contains(client) ? [Break, fault] : [fault];

    private async Task<IReadOnlyList<Testimony>> HearAllAsync(WitnessCase one, CancellationToken cancellationToken)
    {
        var heard = await HearAsync(["ftpx", .. Peers], one, cancellationToken);
        output.WriteLine($"witness: | {one.Fault} | {string.Join(" | ", heard.Select(testimony => testimony.Cell))} |");
        return heard;
    }

    private async Task<IReadOnlyList<Testimony>> HearAsync(string[] clients, WitnessCase one, CancellationToken cancellationToken)
    {
        var heard = new List<Testimony>();
        foreach (var client in clients)
        {
            await using var fixture = new WitnessFixture(client, one.BytesPerSecond, one.Features, one.Of(client));
            if (one.BeforeAsync is not null) await one.BeforeAsync(fixture, cancellationToken);
            heard.Add(await fixture.HearAsync(cancellationToken));
        }
        foreach (var testimony in heard) output.WriteLine($"{one.Fault}: {testimony}");
        return heard;
    }

    private async Task PrintVersionsAsync(CancellationToken cancellationToken)
    {
        var versions = new List<string>();
        foreach (var peer in Peers)
        {
            var (_, said) = await ProgramRun.RunAsync(peer, "/", ["--version"], cancellationToken);
            versions.Add(said.Split('\n').First(line => line.Any(char.IsDigit)).Trim());
        }
        output.WriteLine($"witness: {string.Join("; ", versions)}");
    }

    /// <summary>A defect of a server: its name in the table, and its faults for each client.</summary>
    private sealed record WitnessCase(string Fault, Func<string, Fault[]> Of)
    {
        public LoopbackFeatures Features { get; init; } = LoopbackFeatures.Usual;

        public Func<WitnessFixture, CancellationToken, Task>? BeforeAsync { get; init; }

        public long BytesPerSecond { get; init; } = Fast;
    }
}
