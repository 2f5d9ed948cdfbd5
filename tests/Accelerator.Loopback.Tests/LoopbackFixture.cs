using Accelerator.Loopback.Content;
using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Logging;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests;

/// <summary>A server with a file <c>/f</c> that holds the ten digits, and one client that has logged in.</summary>
internal sealed class LoopbackFixture(LoopbackServer server, RawFtp client) : IAsyncDisposable
{
    /// <summary>Bytes of <c>/f</c> where <see cref="OpenFilledAsync(Fault[])"/> made it.</summary>
    public const int FilledLength = 3_000_000;

    public LoopbackServer Server { get; } = server;

    public RawFtp Client { get; } = client;

    public LoopbackTree Files => Server.Files;

    public LoopbackLog Log => Server.Log;

    /// <summary>A usual server with these faults.</summary>
    public static Task<LoopbackFixture> OpenAsync(params Fault[] faults) => OpenAsync(new LoopbackOptions(), faults);

    /// <summary>A server with these options and faults.</summary>
    public static async Task<LoopbackFixture> OpenAsync(LoopbackOptions options, params Fault[] faults)
    {
        var server = Start(options, faults);
        server.Files.AddText("/f", "0123456789");
        return new LoopbackFixture(server, await RawFtp.LoginAsync(server));
    }

    /// <summary>The same with synthetic bytes in <c>/f</c>.</summary>
    public static Task<LoopbackFixture> OpenFilledAsync(params Fault[] faults) => OpenFilledAsync(TimeProvider.System, faults);

    public static async Task<LoopbackFixture> OpenFilledAsync(TimeProvider time, params Fault[] faults)
    {
        var it = await OpenAsync(new LoopbackOptions { TimeProvider = time }, faults);
        it.Fill(FilledLength, seed: 7);
        return it;
    }

    /// <summary>A server with faults to which no client has connected.</summary>
    public static LoopbackServer Start(params Fault[] faults) => Start(new LoopbackOptions(), faults);

    /// <summary>The same with these options.</summary>
    public static LoopbackServer Start(LoopbackOptions options, params Fault[] faults) => LoopbackServer.Start(options with { Faults = FaultPlan.Of(faults) });

    /// <summary>Gives <c>/f</c> synthetic bytes.</summary>
    public FileContent Fill(long length, int seed = 1) => Files.AddSynthetic("/f", length, seed).Content;

    /// <summary>The ending of the only RETR so far.</summary>
    public TransferEnding? OnlyEnding() => Assert.Single(Log.Retrievals).Ending;

    public ValueTask DisposeAsync()
    {
        Client.Dispose();
        return Server.DisposeAsync();
    }
}
