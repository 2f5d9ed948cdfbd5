using Accelerator.Cli;
using Accelerator.Cli.Tests;

namespace Accelerator.Matrix.Tests;

/// <summary>One complete command line of ftpx against a server of its own. Both use one clock.</summary>
internal abstract class CaseFixture : IAsyncDisposable
{
    /// <summary>
    /// Bytes of each socket buffer of a data connection, at both ends; Linux doubles them. Data in a buffer counts as sent, although a
    /// client that ends the transfer never reads it. Without a fixed size, Linux enlarges the receive buffer of a slow reader up to 6 MB.
    /// </summary>
    public const int SocketBuffer = 64 << 10;

    /// <summary>
    /// The time after which a case counts as hung. The case's clock waits for the machine: a case of four seconds takes a minute on a busy one.
    /// </summary>
    protected static readonly TimeSpan Deadline = TimeSpan.FromMinutes(4);

    private static readonly string[] Limits = ["--timeout-connect", "--timeout-reply", "--timeout-first-byte", "--timeout-stall"];

    /// <param name="speed">Seconds of the clock per second of real time while the server is active.</param>
    protected CaseFixture(LoopbackOptions options, int speed)
    {
        Clock = new CaseClock(speed);
        Time = Clock;
        Server = LoopbackServer.Start(options with
        {
            TimeProvider = Clock, DataSendBuffer = SocketBuffer,
            // The default of vsftpd. After a shorter time a busy client would get 425, which it takes for a limit of connections.
            DataConnectTimeout = TimeSpan.FromSeconds(60),
        });
        Clock.Start(Server.Log);
    }

    public LoopbackServer Server { get; }

    /// <summary>The process that the command runs in.</summary>
    public TestEnvironment Process { get; } = new();

    /// <summary>
    /// The command's clock: the server's unless the case sets another. A proxy delays and slows by real time, and the command must use real
    /// time with it.
    /// </summary>
    public TimeProvider Time { get; set; }

    /// <summary>Seconds of the clock after which the command gives up on a connection, a reply, a first byte or a silence.</summary>
    public int Patience { get; init; } = 60;

    /// <summary>The writer for standard output; null captures it as a string.</summary>
    public TextWriter? OtherOut { get; set; }

    public string Out => Process.Out.ToString();

    public string Err => Process.Err.ToString();

    public int ExitCode { get; private set; } = -1;

    protected CaseClock Clock { get; }

    public async Task RunAsync(params string[] words)
    {
        var limits = Limits.Where(limit => !words.Contains(limit)).SelectMany(limit => new[] { limit, $"{Patience}" });
        string[] buffer = words[0] is "get" or "mirror" ? ["--receive-buffer", $"{SocketBuffer}"] : [];
        var environment = Process.Value with { Time = Time };
        if (OtherOut is not null) environment = environment with { Out = OtherOut };
        try
        {
            ExitCode = await Task.Run(() => FtpxCommand.RunAsync([.. words, "--no-site-memory", .. limits, .. buffer], environment)).WaitAsync(Deadline);
        }
        catch (TimeoutException)
        {
            Check(false, $"The command did not end within {Deadline.TotalSeconds:0} s.");
        }
        Check(!Err.Contains("This is a defect", StringComparison.Ordinal), "It called itself defective.");
    }

    /// <summary>Waits until the server has reached a point of the run.</summary>
    public Task ReachAsync(Func<LoopbackLog, bool> point) => Server.Log.WaitForAsync(point, CancellationToken.None).WaitAsync(Deadline / 2);

    /// <summary>
    /// Runs an action when the server has reached a point of the run and the command has received all bytes sent; no time passes meanwhile.
    /// </summary>
    public Task AtAsync(Func<LoopbackLog, bool> point, Action act) => AtAsync(point, () =>
    {
        act();
        return Task.CompletedTask;
    });

    /// <summary>Does the same with an asynchronous action.</summary>
    public async Task AtAsync(Func<LoopbackLog, bool> point, Func<Task> act)
    {
        await ReachAsync(log => point(log) && Clock.Hold());
        await Clock.SettleAsync();
        await act();
        Clock.Resume();
    }

    /// <summary>Waits for this much time of the clock.</summary>
    public Task PassAsync(TimeSpan time) => Task.Delay(time, Clock);

    /// <summary>Fails with all available diagnostics unless the condition holds.</summary>
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
