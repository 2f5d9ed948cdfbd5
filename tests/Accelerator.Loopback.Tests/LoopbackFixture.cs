using Accelerator.Loopback.Content;
using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Logging;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests;

/// <summary>A server with a file <c>/f</c> that holds the ten digits, and one client that has logged in.</summary>
internal sealed class LoopbackFixture(LoopbackServer server, RawFtp client) : IAsyncDisposable
{
    /// <summary>The length in bytes of the <c>/f</c> that <see cref="OpenFilledAsync(Fault[])"/> creates.</summary>
    public const int FilledLength = 3_000_000;

    public LoopbackServer Server { get; } = server;

    public RawFtp Client { get; } = client;

    public LoopbackTree Files => Server.Files;

    public LoopbackLog Log => Server.Log;

    /// <summary>Starts a default server with these faults.</summary>
    public static Task<LoopbackFixture> OpenAsync(params Fault[] faults) => OpenAsync(new LoopbackOptions(), faults);

    /// <summary>Starts a server with these options and faults.</summary>
    public static async Task<LoopbackFixture> OpenAsync(LoopbackOptions options, params Fault[] faults)
    {
        var server = Start(options, faults);
        server.Files.AddText("/f", "0123456789");
        return new LoopbackFixture(server, await RawFtp.LoginAsync(server));
    }

    /// <summary>As the other overloads, with synthetic bytes in <c>/f</c>.</summary>
    public static Task<LoopbackFixture> OpenFilledAsync(params Fault[] faults) => OpenFilledAsync(TimeProvider.System, faults);

    public static async Task<LoopbackFixture> OpenFilledAsync(TimeProvider time, params Fault[] faults)
    {
        var it = await OpenAsync(new LoopbackOptions { TimeProvider = time }, faults);
        it.Fill(FilledLength, seed: 7);
        return it;
    }

    /// <summary>Starts a server with faults, without a client.</summary>
    public static LoopbackServer Start(params Fault[] faults) => Start(new LoopbackOptions(), faults);

    /// <summary>Starts a server with options and faults, without a client.</summary>
    public static LoopbackServer Start(LoopbackOptions options, params Fault[] faults) => LoopbackServer.Start(options with { Faults = FaultPlan.Of(faults) });

    /// <summary>Replaces the content of <c>/f</c> with synthetic bytes.</summary>
    public FileContent Fill(long length, int seed = 1) => Files.AddSynthetic("/f", length, seed).Content;

    /// <summary>
    /// Returns how the only RETR so far ended. Waits for its end: a client has the last byte, or a close, before the server records it.
    /// </summary>
    public async Task<TransferEnding> OnlyEndingAsync()
    {
        var transfer = Assert.Single(Log.Retrievals);
        await Log.WaitForAsync(_ => transfer.Ending != TransferEnding.Running, CancellationToken.None).SoonAsync();
        return transfer.Ending;
    }

    public ValueTask DisposeAsync()
    {
        Client.Dispose();
        return Server.DisposeAsync();
    }
}
