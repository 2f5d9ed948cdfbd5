namespace Accelerator.Matrix.Tests;

/// <summary>Attack class S1: where data connections lead to.</summary>
public sealed class AddressCases
{
    private const LoopbackFeatures PasvOnly = LoopbackFeatures.Usual & ~LoopbackFeatures.Epsv;

    private static readonly IPAddress Elsewhere = IPAddress.Parse("127.0.0.66");

    [Theory]
    [InlineData("get")]
    [InlineData("ls")]
    [InlineData("mirror")]
    public async Task T_PASV_2_an_address_of_another_host_in_a_227_is_never_contacted(string verb)
    {
        await using var it = new HostileFixture(new LoopbackOptions { Features = PasvOnly, Faults = FaultPlan.Of(Fault.OnCommand("PASV").ForeignAddress(Elsewhere)) });
        it.Serve("/pub/f", "text");
        await (verb switch { "get" => it.GetAsync("/pub/f", "--streams", "4"), "ls" => it.ListAsync("/pub"), _ => it.MirrorAsync("/pub") });
        it.Check(it.ExitCode == 0, "The server itself was fine.");
        it.Check(it.Server.Log is { ForeignDataConnections: 0, DataConnectionsOpened: > 0 }, "The address in the 227 was believed.");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task T_PASV_2_a_port_of_another_host_is_not_knocked_at(bool isExtended)
    {
        // The client calls this port of the server's address, where nothing else may listen.
        using var closed = new ClosedPort();
        using var canary = new ScriptedDataPort(Elsewhere, closed.Number);
        var numbers = $"{Elsewhere.ToString().Replace('.', ',')},{canary.Port / 256},{canary.Port % 256}";
        var reply = isExtended ? $"229 Entering Extended Passive Mode (|1|{Elsewhere}|{canary.Port}|)" : $"227 Entering Passive Mode ({numbers})";
        await using var it = new HostileFixture(new LoopbackOptions
        {
            Features = isExtended ? LoopbackFeatures.Usual : PasvOnly,
            Faults = FaultPlan.Of(Fault.OnCommand(isExtended ? "EPSV" : "PASV").Reply(reply), Fault.OnCommand("PASV").Reply($"227 Entering Passive Mode ({numbers})")),
        });
        it.Serve("/pub/f", "text");
        foreach (var verb in (string[])(isExtended ? ["get"] : ["get", "ls", "mirror"]))
        {
            await (verb switch { "get" => it.GetAsync("/pub/f", "--streams", "1"), "ls" => it.ListAsync("/pub"), _ => it.MirrorAsync("/pub") });
            it.AssertSaid(5, "data connection to 127.0.0.1:");
        }
        it.Check(!canary.HasCaller, "The canary was called.");
        it.AssertHere();
    }
}
