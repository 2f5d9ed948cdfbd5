using System.Security.Cryptography;

namespace Accelerator.Matrix.Tests;

/// <summary>
/// One complete command line of ftpx against a server that misbehaves. Every case of the fault matrix checks three things: the bytes (the
/// right file or none), the exit code with its message, and the commands that the server received (no storms).
/// </summary>
internal sealed class FaultFixture : CaseFixture
{
    /// <summary>The file that every server has.</summary>
    public const string Big = "/big.bin";

    /// <summary>The length of the file: four ranges of the usual minimum length.</summary>
    public const long Length = 4 << 20;

    /// <summary>
    /// The default rate of each data connection. Without it the first stream fetches the whole file before the second has logged in, and a
    /// test of four streams tests one.
    /// </summary>
    public static LinkShape Paced { get; } = new() { BytesPerSecond = 8_000_000 };

    private const int UsualSpeed = 3;

    private ChaosProxy? _proxy;

    /// <param name="options">The server's options; <see cref="Paced"/> applies where they set no rates.</param>
    /// <param name="speed">Seconds of the clock per second of real time while the server is active.</param>
    public FaultFixture(LoopbackOptions options, int speed = UsualSpeed)
        : base(options.Shaping == LinkShape.Unlimited ? options with { Shaping = Paced } : options, speed) => Serve(Big, Length);

    public FaultFixture(params Fault[] faults)
        : this(new LoopbackOptions { Faults = FaultPlan.Of(faults) })
    {
    }

    /// <summary>User and password, as in an address; empty for anonymous.</summary>
    public string Login { get; init; } = "";

    /// <summary>The endpoint that the command connects to: a proxy or another name of this machine; null for the server itself.</summary>
    public string? Host { get; set; }

    /// <summary>The working folder of the command, which receives the files.</summary>
    public string Folder => Process.Folder;

    /// <summary>The proxy of <see cref="Through"/>.</summary>
    public ChaosProxy Proxy => _proxy ?? throw new InvalidOperationException("This case goes through no proxy.");

    /// <summary>Puts a proxy between the command and the server.</summary>
    public FaultFixture Through(ChaosPlan plan)
    {
        _proxy = ChaosProxy.Start(Server.EndPoint, plan);
        Host = _proxy.EndPoint.ToString();
        return this;
    }

    public void Serve(string path, long length, int seed = 1) => Server.Files.AddSynthetic(path, length, seed);

    public string UrlOf(string path) => $"ftp://{Login}{(Login.Length > 0 ? "@" : "")}{Host ?? Server.EndPoint.ToString()}/{path}";

    /// <summary>Fetches <see cref="Big"/> with this many streams.</summary>
    public Task GetAsync(int streams, params string[] more) => GetAsync([Big], streams, more);

    /// <summary>Fetches these files with this many streams.</summary>
    public Task GetAsync(string[] paths, int streams, params string[] more)
    {
        Clock.WaitForStreams(streams);
        return RunAsync(["get", .. paths.Select(UrlOf), "--streams", $"{streams}", .. more]);
    }

    /// <summary>Fetches <see cref="Big"/> with this many streams, and asserts that it is right.</summary>
    public async Task GetRightAsync(int streams, params string[] more)
    {
        await GetAsync(streams, more);
        await AssertRightAsync();
    }

    /// <summary>Asserts that a get of <see cref="Big"/> with this many streams fails with this exit code and message.</summary>
    public async Task GetRefusedAsync(int exitCode, string sentence, int streams, params string[] more)
    {
        await GetAsync(streams, more);
        AssertRefused(exitCode, sentence);
    }

    /// <summary>Asserts that the file is complete, that the command reported it, and that the folder holds nothing else.</summary>
    /// <param name="says">The expected output where it is not the line of <c>ftpx get</c>.</param>
    public async Task AssertRightAsync(string path = Big, string? says = null)
    {
        Check(ExitCode == 0, $"Exit code {ExitCode}.");
        Check(await IsRightAsync(path), $"{path} is not what the server has.");
        var said = says is not null ? Out : Out.Split('\n').FirstOrDefault(line => line.StartsWith($"{Path.GetFileName(path)}: ", StringComparison.Ordinal));
        string[] words = says is not null ? [says] : ["verified by", "complete; "];
        Check(words.Any(word => said?.Contains(word, StringComparison.Ordinal) == true), $"It did not say \"{words[0]}\".");
        var left = Directory.GetFiles(Folder, "*.part*", SearchOption.AllDirectories);
        Check(left.Length == 0, $"{string.Join(", ", left)} was left behind.");
    }

    /// <summary>Asserts that the command failed with this exit code and message, and that no file has the final name.</summary>
    public void AssertRefused(int exitCode, string sentence, string path = Big)
    {
        Check(ExitCode == exitCode, $"Exit code {ExitCode}, not {exitCode}.");
        Check(Err.Contains(sentence, StringComparison.Ordinal), $"It did not say \"{sentence}\".");
        Check(!File.Exists(Local(path)), $"{path} was published.");
    }

    /// <summary>Asserts the right file, or no file with one of these exit codes and a message, where both are allowed.</summary>
    public async Task AssertRightOrRefusedAsync(params int[] exitCodes)
    {
        if (ExitCode == 0) await AssertRightAsync();
        else AssertRefused(exitCodes.Contains(ExitCode) ? ExitCode : exitCodes[0], "ftpx: ");
    }

    protected override string Further =>
        _proxy is null ? "" : $"--- proxy ({_proxy.ControlConnections} control, {_proxy.DataConnections} data)\n{string.Join('\n', _proxy.Done)}\n";

    public override async ValueTask DisposeAsync()
    {
        if (_proxy is not null) await _proxy.DisposeAsync();
        await base.DisposeAsync();
    }

    private string Local(string path) => Path.Combine(Folder, Path.GetFileName(path));

    private async Task<bool> IsRightAsync(string path)
    {
        if (!File.Exists(Local(path))) return false;
        await using var local = File.OpenRead(Local(path));
        return Convert.ToHexString(await SHA256.HashDataAsync(local)).Equals(Server.Files.Sha256Of(path), StringComparison.OrdinalIgnoreCase);
    }
}
