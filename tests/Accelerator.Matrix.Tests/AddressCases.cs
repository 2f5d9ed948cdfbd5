using System.Net;
using System.Net.Sockets;
using Accelerator.Loopback;
using Accelerator.TestKit;

namespace Accelerator.Matrix.Tests;

/// <summary>Attack class S1 and T-PASV-10: where data connections lead to, and who may send the file.</summary>
public sealed class AddressCases
{
    private const LoopbackFeatures PasvOnly = LoopbackFeatures.Usual & ~LoopbackFeatures.Epsv;

    private static readonly IPAddress Elsewhere = IPAddress.Parse("127.0.0.66");

    [Theory]
    [InlineData("get")]
    [InlineData("ls")]
    [InlineData("mirror")]
    public async Task T_PASV_2_a_227_that_names_another_host_leads_nobody_there(string verb)
    {
        await using var it = new HostileCase(new LoopbackOptions { Features = PasvOnly, Faults = FaultPlan.Of(Fault.OnCommand("PASV").ForeignAddress(Elsewhere)) });
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
        using var canary = new ScriptedDataPort(Elsewhere);
        var numbers = $"{Elsewhere.ToString().Replace('.', ',')},{canary.Port / 256},{canary.Port % 256}";
        var reply = isExtended ? $"229 Entering Extended Passive Mode (|1|{Elsewhere}|{canary.Port}|)" : $"227 Entering Passive Mode ({numbers})";
        await using var it = new HostileCase(new LoopbackOptions
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

    /// <summary>With <c>--active</c> the client listens: whoever knows the port may come before the server.</summary>
    [Fact]
    public async Task T_PASV_10_a_stranger_who_comes_before_the_server_gives_no_byte_of_the_file()
    {
        await using var it = new HostileCase(Fault.OnCommand("RETR").After(TimeSpan.FromMilliseconds(400)));
        it.Server.Files.AddSynthetic("/pub/f", 200_000);
        var run = it.GetAsync("/pub/f", "--active", "--streams", "1");
        await it.Server.Log.WaitForAsync(log => log.CountOf("RETR") > 0, CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(10));
        var port = int.Parse(it.Server.Log.Commands.Last(command => command.Verb == "EPRT").Argument.Split('|')[3]);
        using var stranger = await ScriptedData.ConnectAsync(Elsewhere, new IPEndPoint(IPAddress.Loopback, port));
        try
        {
            await stranger.SendAsync(new byte[200_000]);
        }
        catch (IOException e) when (e.InnerException is SocketException)
        {
            // Turned away, as it should be.
        }
        await run;
        it.Check(it.ExitCode == 0, "The server's own connection came too.");
        it.Check(await it.Server.Files["/pub/f"].Content.FirstDifferenceAsync(it.Local("f"), CancellationToken.None) is null, "The stranger's bytes were taken.");
    }
}
