namespace Accelerator.Tuning.Tests.Running;

public sealed class PathCheckTests
{
    private static readonly IPAddress Peer = IPAddress.Parse("198.51.100.4");
    private static readonly LinkFacts Link = new("{a}", "Ethernet", 12) { IsUp = true, Mtu = 1500 };

    private readonly FakeTrialMachine _machine = new();

    [Fact]
    public async Task A_peer_that_answers_the_present_size_can_be_checked()
    {
        Assert.Null(await Check().BeforeAsync(Peer, Link, CancellationToken.None));
        Assert.Equal(["echo 1500"], _machine.Calls);
    }

    /// <summary>A peer that answers no ping would make every later silence look like a path without jumbo frames.</summary>
    [Fact]
    public async Task A_peer_that_is_silent_already_is_refused()
    {
        _machine.Carries = 0;
        Assert.Equal(
            "198.51.100.4 does not answer echo requests of 1500 bytes, the present size, so no larger size can be checked. Name another computer at the far end of the path, one that answers ping.",
            await Check().BeforeAsync(Peer, Link, CancellationToken.None));
        Assert.Equal(3, _machine.Calls.Count);
    }

    [Theory]
    [InlineData(9000, 9000, 0, null)]
    // The adapter asks for its address again, and the switch port waits.
    [InlineData(9000, 9000, 40, null)]
    [InlineData(9000, 1500, 0, "Packets of 1500 bytes reach 198.51.100.4, and packets of 9000 bytes do not: a device on the path does not carry jumbo frames.")]
    [InlineData(9000, 4000, 0, "Packets of 1500 bytes reach 198.51.100.4, and packets of 9000 bytes do not")]
    [InlineData(1500, 9000, 0, "Ethernet still sends packets of 1500 bytes at most after its restart, so jumbo frames are not in force.")]
    [InlineData(9000, 9000, 99, "198.51.100.4 was not reached within 60 s after the restart of Ethernet.")]
    public async Task The_new_size_has_to_come_back(int mtu, int carries, int silent, string? problem)
    {
        (_machine.Mtu, _machine.Carries, _machine.SilentEchoes) = ((1500, mtu), carries, silent);
        await _machine.RestartAsync(new AdapterFacts("{A}", "a", "0001"), CancellationToken.None);
        var said = await Check().AfterAsync(Peer, Link, CancellationToken.None);
        if (problem is null) Assert.Null(said);
        else Assert.StartsWith(problem, said, StringComparison.Ordinal);
    }

    private PathCheck Check() => new(_machine.EchoAsync, _machine.Links, _machine);
}
