namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>
/// All facts stored about a server may be wrong: another server answers now, or another program wrote the file. Wrong facts may cost time,
/// never bytes.
/// </summary>
public sealed class WrongMemoryTests
{
    private const long Length = 8 << 20;

    private static DateTimeOffset Now => TimeProvider.System.GetUtcNow();

    /// <summary>Facts that claim every feature of the server.</summary>
    private static SiteFacts Praise => new()
    {
        Features = new(["REST", "RANG", "MLST"], Now),
        RestHonoured = new(true, Now),
        RangWorks = new(true, Now),
        EarlyCloseClean = new(true, Now),
        Ceiling = new(64, Now),
        Plateau = new(new StreamPlateau(64, 1e12), Now),
        WindowBytes = new(1L << 39, Now),
        RoundTrip = new(TimeSpan.FromMilliseconds(0.001), Now),
        LoginSeen = new(true, Now),
    };

    /// <summary>Facts that deny every feature of the server.</summary>
    private static SiteFacts Blame => new()
    {
        Features = new([], Now),
        RestHonoured = new(false, Now),
        RangWorks = new(false, Now),
        EarlyCloseClean = new(false, Now),
        Ceiling = new(1, Now),
        Plateau = new(new StreamPlateau(1, 1), Now),
        WindowBytes = new(1, Now),
        RoundTrip = new(TimeSpan.FromMinutes(10), Now),
    };

    [Theory]
    [Each("REST ignored", "REST off by 1", "REST off by -4096")]
    public async Task A_server_falsely_recorded_as_honouring_REST_gives_the_right_file(string fault)
    {
        var middle = Fault.OnRetr().FromOffset(1);
        await using var get = new GetFixture(fault == "REST ignored" ? middle.IgnoreRest() : middle.RestOffBy(fault.EndsWith("by 1", StringComparison.Ordinal) ? 1 : -4096));

        await GetAsync(get, Praise);

        get.AssertFaultFired(fault);
    }

    [Fact]
    public async Task An_end_of_data_at_a_wrong_offset_that_is_judged_after_a_restart_ends_nothing()
    {
        // The third stream that meets the same end asks for the size. It gets the reply after the first range has found that REST is off by
        // one and the file was restarted.
        await using var get = new GetFixture(
            Fault.OnRetr().FromOffset(1).RestOffBy(1),
            Fault.OnRetr(1).StallAfter(2 << 20, TimeSpan.FromSeconds(1.5)),
            Fault.OnCommand("SIZE").From(5).After(TimeSpan.FromSeconds(3)));

        await GetAsync(get, Praise);

        get.AssertFaultFired("REST off by 1");
    }

    [Theory]
    [Each(EarlyCloseAnswer.Nothing, EarlyCloseAnswer.Repeat150)]
    public async Task A_server_falsely_recorded_as_accepting_early_closes_gives_the_right_file(EarlyCloseAnswer answer)
    {
        await using var get = new GetFixture(new LoopbackOptions { EarlyClose = answer, Shaping = GetFixture.Capped });
        await GetAsync(get, Praise);
    }

    [Fact]
    public async Task A_server_falsely_recorded_as_allowing_64_sessions_is_not_flooded()
    {
        await using var get = new GetFixture(new LoopbackOptions { MaxConnections = 3, Shaping = GetFixture.Capped });

        await GetAsync(get, Praise);

        // A file of 8 MiB is worth 25 sessions. A server that had accepted them gets them at once, and each is refused once at most.
        get.Check(get.Server.Log.Refusals <= 22, $"{get.Server.Log.Refusals} sessions were refused.");
    }

    [Fact]
    public async Task After_a_recorded_successful_login_a_wrong_password_is_sent_only_once()
    {
        await using var get = new GetFixture(new LoopbackOptions { User = "kim", Password = "right" }).Serving(Length);
        get.Credential = new("kim", "wrong");
        await get.RememberAsync(Praise);

        await get.GetRefusedAsync(null, FailureKind.Login);
        get.Check(get.Server.Log.CountOf("PASS") == 1, $"The password was sent {get.Server.Log.CountOf("PASS")} times.");
    }

    [Fact]
    public async Task A_server_recorded_with_the_worst_values_gives_the_right_file()
    {
        await using var get = new GetFixture(streams: 8);
        await GetAsync(get, Blame);
    }

    [Fact]
    public async Task A_file_that_makes_no_sense_gives_the_right_file()
    {
        await using var get = new GetFixture(streams: 8).Serving(Length);
        await get.RememberAsync(Praise);
        await File.WriteAllTextAsync(Assert.Single(Directory.GetFiles(get.MemoryFolder, "site-*.json")), "{\"accelerator_site\":1,");

        await get.GetCompleteAsync(null);
    }

    private static async Task GetAsync(GetFixture get, SiteFacts facts)
    {
        get.Server.Files.AddSynthetic(GetFixture.Remote, Length);
        await get.RememberAsync(facts);
        await get.GetAsync(null);
        await get.AssertIsCompleteAsync();
    }
}
