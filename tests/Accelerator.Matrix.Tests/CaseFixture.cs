using Accelerator.Cli;
using Accelerator.Cli.Tests;

namespace Accelerator.Matrix.Tests;

/// <summary>One command line of ftpx, whole, against a server of its own. Both go by one clock.</summary>
internal abstract class CaseFixture : IAsyncDisposable
{
    /// <summary>A case that is not over by then hangs.</summary>
    protected static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    private static readonly string[] Limits = ["--timeout-connect", "--timeout-reply", "--timeout-first-byte", "--timeout-stall"];

    /// <param name="speed">Seconds of the clock in a second of the wall's while something happens.</param>
    protected CaseFixture(LoopbackOptions options, int speed)
    {
        Clock = new CaseClock(speed);
        Time = Clock;
        // What waits in a large buffer of the system counts as sent, although the client, which has cut its range, never reads it.
        Server = LoopbackServer.Start(options with { TimeProvider = Clock, DataSendBuffer = options.DataSendBuffer ?? 64 << 10 });
        Clock.Start(Server.Log);
    }

    public LoopbackServer Server { get; }

    /// <summary>The process that the command runs in.</summary>
    public TestEnvironment Process { get; } = new();

    /// <summary>
    /// Clock of the command: the server's, unless the case says otherwise. A proxy delays and slows by the wall's clock, and the command must go by it too.
    /// </summary>
    public TimeProvider Time { get; set; }

    /// <summary>Seconds of the clock after which the command gives up a connection, a reply, a first byte or a silence.</summary>
    public int Patience { get; init; } = 60;

    /// <summary>Standard output instead of a string; null for the string.</summary>
    public TextWriter? OtherOut { get; set; }

    public string Out => Process.Out.ToString();

    public string Err => Process.Err.ToString();

    public int ExitCode { get; private set; } = -1;

    protected CaseClock Clock { get; }

    public async Task RunAsync(params string[] words)
    {
        var limits = Limits.Where(limit => !words.Contains(limit)).SelectMany(limit => new[] { limit, $"{Patience}" });
        var environment = Process.Value with { Time = Time };
        if (OtherOut is not null) environment = environment with { Out = OtherOut };
        try
        {
            ExitCode = await Task.Run(() => FtpxCommand.RunAsync([.. words, "--no-site-memory", .. limits], environment)).WaitAsync(Deadline);
        }
        catch (TimeoutException)
        {
            Check(false, $"The command did not end within {Deadline.TotalSeconds:0} s.");
        }
        Check(!Err.Contains("This is a defect", StringComparison.Ordinal), "It called itself defective.");
    }

    /// <summary>Waits until the server has come to a point of the run.</summary>
    public Task ReachAsync(Func<LoopbackLog, bool> point) => Server.Log.WaitForAsync(point, CancellationToken.None).WaitAsync(Deadline / 2);

    /// <summary>Does something when the server has come to a point of the run and the command has received what was sent; no time passes meanwhile.</summary>
    public Task AtAsync(Func<LoopbackLog, bool> point, Action act) => AtAsync(point, () =>
    {
        act();
        return Task.CompletedTask;
    });

    /// <summary>The same with something that takes a while.</summary>
    public async Task AtAsync(Func<LoopbackLog, bool> point, Func<Task> act)
    {
        await ReachAsync(log => point(log) && Clock.Hold());
        await Clock.SettleAsync();
        await act();
        Clock.GoOn();
    }

    /// <summary>Lets so much time of the clock pass.</summary>
    public Task PassAsync(TimeSpan time) => Task.Delay(time, Clock);

    /// <summary>Fails with everything that is known.</summary>
    public void Check(bool isSo, string otherwise) =>
        Assert.True(isSo, isSo ? "" : $"{otherwise}\n--- exit code {ExitCode}\n--- out\n{Cut(Out)}--- err\n{Cut(Err)}{Further}--- server\n{Cut($"{Server.Log}")}");

    public virtual async ValueTask DisposeAsync()
    {
        await Server.DisposeAsync();
        await Clock.DisposeAsync();
        Process.Dispose();
    }

    protected virtual string Further => "";

    private static string Cut(string text) => text.Length > 8000 ? text[..8000] : text;
}
