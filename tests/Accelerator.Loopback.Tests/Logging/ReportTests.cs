using System.Collections.Concurrent;
using Accelerator.Loopback.Logging;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests.Logging;

/// <summary>The report of a long-running server, which replaces a growing trace.</summary>
public sealed class ReportTests
{
    [Fact]
    public async Task Logins_refusals_and_transfers_are_reported_and_no_trace_is_kept()
    {
        var seen = new ConcurrentQueue<LoopbackEvent>();
        await using var server = LoopbackServer.Start(new LoopbackOptions { Report = seen.Enqueue, KeepTrace = false, User = "test", Password = "secret", MaxConnections = 1 });
        server.Files.AddSynthetic("/f", 1000);
        using (var client = await RawFtp.LoginAsync(server))
        {
            (await RawFtp.GreetedAsync(server, "421")).Dispose();
            await client.TransferAsync("RETR /f", offset: 400);
            await client.AskAsync("QUIT", "221");
        }
        using (var stranger = await RawFtp.GreetedAsync(server)) await stranger.AskAllAsync(("USER other", "331"), ("PASS secret", "530"));

        Assert.Equal(
            ["login 1 test True", "refused 2", "RETR /f @400: 600 bytes, Complete", "login 3 other False"],
            seen.Select(happened => happened switch
            {
                LoopbackEvent.Login login => $"login {login.Session} {login.User} {login.IsAccepted}",
                LoopbackEvent.SessionRefused refused => $"refused {refused.Session}",
                LoopbackEvent.TransferEnded { Transfer: var t } => $"{t.Verb} {t.Path} @{t.Offset}: {t.BytesSent} bytes, {t.Ending}",
                _ => "",
            }));
        Assert.Empty(server.Log.Commands);
        Assert.Empty(server.Log.Transfers);
        Assert.Equal((3, 1, 600), (server.Log.ControlConnectionsOpened, server.Log.Logins, server.Log.BytesSent));
    }

    [Fact]
    public async Task An_address_other_than_loopback_is_accepted_only_with_AllowOthers()
    {
        var options = new LoopbackOptions { Address = IPAddress.Any };
        Assert.Contains("0.0.0.0 is not a loopback address", Assert.Throws<ArgumentException>(() => LoopbackServer.Start(options)).Message);
        await using var server = LoopbackServer.Start(options with { AllowOthers = true });
        Assert.Equal(IPAddress.Any, server.EndPoint.Address);
    }
}
