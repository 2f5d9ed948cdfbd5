using System.Security.Cryptography;
using Accelerator.Cli;
using Accelerator.Cli.Tests;
using Accelerator.Engine.Tests.Transfers.Gets;
using Accelerator.Loopback;
using Accelerator.TestKit;

namespace Accelerator.Matrix.Tests;

/// <summary>
/// One command line of ftpx, whole, against a server that misbehaves. Every case of the fault matrix asks three things of it: the bytes (the right
/// file or none), the exit code with its sentence, and what the server was sent (no storms).
/// </summary>
internal sealed class FaultCase : IAsyncDisposable
{
    /// <summary>The file that every server has.</summary>
    public const string Big = "/big.bin";

    /// <summary>Its length: four ranges of the usual least length.</summary>
    public const long Length = 4 << 20;

    /// <summary>
    /// Rate of each data connection unless a case has its own: without one the first stream has fetched the whole file before the second has
    /// logged in, and a test of four streams tests one.
    /// </summary>
    public static LinkShape Paced { get; } = new() { BytesPerSecond = 8_000_000 };

    /// <summary>A case that is not over by then hangs.</summary>
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    // Long enough for a busy machine; cases of silence name their own.
    private const int UsualPatience = 5;

    private static readonly string[] Limits = ["--timeout-connect", "--timeout-reply", "--timeout-first-byte", "--timeout-stall"];

    private readonly TestSurroundings _process = new();
    private ChaosProxy? _proxy;

    public FaultCase(LoopbackOptions options)
    {
        Server = LoopbackServer.Start(options.Shaping == LinkShape.Unlimited ? options with { Shaping = Paced } : options);
        Serve(Big, Length);
    }

    public FaultCase(params Fault[] faults)
        : this(new LoopbackOptions { Faults = FaultPlan.Of(faults) })
    {
    }

    public LoopbackServer Server { get; }

    /// <summary>How many times faster than the wall's the clock of the command runs. Its time-outs are given in seconds of the wall all the same.</summary>
    public int Speed { get; init; } = 1;

    /// <summary>User and password, as in an address; empty for anonymous.</summary>
    public string Login { get; init; } = "";

    /// <summary>Where the command connects: a proxy or another name of this machine; null = the server itself.</summary>
    public string? Host { get; set; }

    /// <summary>Where the command works; files come here.</summary>
    public string Folder => _process.Folder;

    public string Out => _process.Out.ToString();

    public string Err => _process.Err.ToString();

    public int ExitCode { get; private set; } = -1;

    /// <summary>The proxy of <see cref="Through"/>.</summary>
    public ChaosProxy Proxy => _proxy ?? throw new InvalidOperationException("This case goes through no proxy.");

    /// <summary>What is typed at standard input.</summary>
    public string StandardInput { set => _process.StandardInput = value; }

    /// <summary>Puts a proxy between the command and the server.</summary>
    public FaultCase Through(ChaosPlan plan)
    {
        _proxy = ChaosProxy.Start(Server.EndPoint, plan);
        Host = _proxy.EndPoint.ToString();
        return this;
    }

    /// <summary>Puts a file of noise on the server.</summary>
    public void Serve(string path, long length, int seed = 1) => Server.Files.AddSynthetic(path, length, seed);

    /// <summary>The address of a file.</summary>
    public string UrlOf(string path) => $"ftp://{Login}{(Login.Length > 0 ? "@" : "")}{Host ?? Server.EndPoint.ToString()}/{path}";

    /// <summary>Writes a file into the folder of the command.</summary>
    public string Write(string name, string text) => _process.Write(name, text);

    /// <summary>Fetches <see cref="Big"/> with so many streams.</summary>
    public Task GetAsync(int streams, params string[] more) => GetAsync([Big], streams, more);

    /// <summary>Fetches these files with so many streams.</summary>
    public Task GetAsync(string[] paths, int streams, params string[] more) =>
        RunAsync(["get", .. paths.Select(UrlOf), "--streams", $"{streams}", .. more]);

    /// <summary>Runs a command line to its end. Time-outs that it does not name are <see cref="UsualPatience"/> seconds of the wall.</summary>
    public async Task RunAsync(params string[] words)
    {
        var limits = Limits.Where(limit => !words.Contains(limit)).SelectMany(limit => new[] { limit, $"{UsualPatience * Speed}" });
        var time = Speed == 1 ? TimeProvider.System : new QuickTime(Speed);
        try
        {
            ExitCode = await FtpxCommand.RunAsync([.. words, "--no-site-memory", .. limits], _process.Value with { Time = time }).WaitAsync(Deadline);
        }
        catch (TimeoutException)
        {
            Check(false, $"The command did not end within {Deadline.TotalSeconds:0} s.");
        }
        Check(!Err.Contains("this is a defect", StringComparison.Ordinal), "It called itself defective.");
    }

    /// <summary>Waits until the server has come to a point of the run.</summary>
    public Task ReachAsync(Func<LoopbackLog, bool> point) => Server.Log.WaitForAsync(point, CancellationToken.None).WaitAsync(Deadline / 2);

    /// <summary>The file is here, whole, the command said so, and nothing else is left.</summary>
    /// <param name="path">Which file.</param>
    /// <param name="says">What the command says where it is not the line of <c>ftpx get</c>.</param>
    public async Task AssertRightAsync(string path = Big, string? says = null)
    {
        Check(ExitCode == 0, $"Exit code {ExitCode}.");
        Check(await IsRightAsync(path), $"{path} is not what the server has.");
        var said = says is not null ? Out : Out.Split('\n').FirstOrDefault(line => line.StartsWith($"{Path.GetFileName(path)}: ", StringComparison.Ordinal));
        Check(said?.Contains(says ?? "proven by", StringComparison.Ordinal) == true, $"It did not say \"{says ?? "proven by"}\".");
        var left = Directory.GetFiles(Folder, "*.part*", SearchOption.AllDirectories);
        Check(left.Length == 0, $"{string.Join(", ", left)} was left behind.");
    }

    /// <summary>The command failed with this code and sentence, and nothing goes under the file's name.</summary>
    public void AssertRefused(int exitCode, string sentence, string path = Big)
    {
        Check(ExitCode == exitCode, $"Exit code {ExitCode}, not {exitCode}.");
        Check(Err.Contains(sentence, StringComparison.Ordinal), $"It did not say \"{sentence}\".");
        Check(!File.Exists(Local(path)), $"{path} was published.");
    }

    /// <summary>Where both are allowed: the right file, or none with one of these codes and a sentence.</summary>
    public async Task AssertRightOrRefusedAsync(params int[] exitCodes)
    {
        if (ExitCode == 0) await AssertRightAsync();
        else AssertRefused(exitCodes.Contains(ExitCode) ? ExitCode : exitCodes[0], "ftpx: ");
    }

    /// <summary>Fails with everything that is known.</summary>
    public void Check(bool isSo, string otherwise)
    {
        if (isSo) return;
        var done = _proxy is null ? "" : $"--- proxy ({_proxy.ControlConnections} control, {_proxy.DataConnections} data)\n{string.Join('\n', _proxy.Done)}\n";
        Assert.Fail($"{otherwise}\n--- out\n{Out}--- err\n{Err}{done}--- server\n{Server.Log}");
    }

    public async ValueTask DisposeAsync()
    {
        if (_proxy is not null) await _proxy.DisposeAsync();
        await Server.DisposeAsync();
        _process.Dispose();
    }

    private string Local(string path) => Path.Combine(Folder, Path.GetFileName(path));

    private async Task<bool> IsRightAsync(string path)
    {
        if (!File.Exists(Local(path))) return false;
        await using var local = File.OpenRead(Local(path));
        return Convert.ToHexString(await SHA256.HashDataAsync(local)).Equals(Server.Files.Sha256Of(path), StringComparison.OrdinalIgnoreCase);
    }
}
