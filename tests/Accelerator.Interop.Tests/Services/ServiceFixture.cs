namespace Accelerator.Interop.Tests.Services;

/// <summary>A data folder, the real ftpxd in it, and a socket that takes systemd's place.</summary>
internal sealed class ServiceFixture : IAsyncDisposable
{
    private readonly TempFolder _folder = new();
    private readonly Socket _systemd = new(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
    private readonly CancellationTokenSource _deadline = HangGuard.Start();

    public ServiceFixture() => _systemd.Bind(new UnixDomainSocketEndPoint(_folder.File("notify")));

    /// <summary>The file that <c>dotnet</c> runs as ftpxd, built beside ftpx.</summary>
    public static string Library { get; } = Path.Combine(
        Path.GetDirectoryName(Path.GetDirectoryName(Path.GetDirectoryName(NativeProgram.Command[1])))!, "Accelerator.Service", new DirectoryInfo(AppContext.BaseDirectory).Name, "ftpxd.dll");

    public string Data => _folder.File("data");

    public string Folder => _folder.Path;

    public string Jobs => Path.Combine(Data, "jobs.json");

    /// <summary>The last that was started.</summary>
    public ProgramRun? Run { get; private set; }

    /// <summary>Starts ftpxd as systemd does; <see cref="HearAsync"/> then says when it is ready.</summary>
    public ProgramRun Start(params IEnumerable<string> words)
    {
        var command = NativeProgram.Command;
        Run = ProgramRun.StartFile(command[0], _folder.Path, [Library, "--data", Data, .. words], new Dictionary<string, string> { ["NOTIFY_SOCKET"] = _folder.File("notify") });
        return Run;
    }

    public async Task<ProgramRun> StartReadyAsync()
    {
        var run = Start();
        Assert.Equal("READY=1", await HearAsync());
        return run;
    }

    /// <summary>Reads the next message from the service to systemd.</summary>
    public async Task<string> HearAsync()
    {
        var buffer = new byte[1000];
        return Encoding.UTF8.GetString(buffer, 0, await _systemd.ReceiveAsync(buffer, _deadline.Token));
    }

    public Task<ProgramEnd> FtpxAsync(params string[] words) => FtpxProgram.Native.RunAsync(_folder.Path, null, [.. words, "--data", Data], _deadline.Token);

    /// <summary>The same with a line on its standard input.</summary>
    public async Task<ProgramEnd> FtpxWithInputAsync(string line, params string[] words)
    {
        string[] script = ["-c", "line=$1; shift; printf '%s\\n' \"$line\" | \"$@\"", "bash", line, .. NativeProgram.Command, .. words, "--data", Data];
        return await ProgramRun.RunFileAsync("/bin/bash", _folder.Path, script, _deadline.Token);
    }

    public async Task<JsonElement> StatusAsync()
    {
        var end = (await FtpxAsync("service", "status", "--json")).ExpectQuiet();
        return Assert.Single(FtpxProgram.Lines(end, "service"));
    }

    public Task SignalAsync(string signal) => Run!.SignalAsync(signal);

    public Task<ProgramEnd> EndAsync() => Run!.WaitAsync(_deadline.Token);

    /// <summary>Waits until a manifest has so many lines, and gives them.</summary>
    public async Task<IReadOnlyList<string>> ManifestAsync(string path, int count, CancellationToken cancellationToken)
    {
        while (true)
        {
            string[] lines = File.Exists(path) ? Complete(await File.ReadAllTextAsync(path, cancellationToken)) : [];
            if (lines.Length >= count) return lines;
            Assert.False(Run!.HasExited, "The service has ended.");
            await Task.Delay(50, cancellationToken);
        }
    }

    /// <summary>The lines of a text that have their end: the last one may still be on its way.</summary>
    public static string[] Complete(string text) => text[..(text.LastIndexOf('\n') + 1)].Split('\n', StringSplitOptions.RemoveEmptyEntries);

    public void WriteJobs(string name) => File.WriteAllText(
        Jobs,
        $$"""
        {
          "servers": { "s": { "address": "ftp://pull@127.0.0.1" } },
          "dashboard": { "enabled": false },
          "jobs": { "{{name}}": { "kind": "pull", "server": "s", "folders": [ "/a" ], "target": "/srv/{{name}}", "enabled": false } }
        }
        """);

    public async ValueTask DisposeAsync()
    {
        if (Run is not null) await Run.DisposeAsync();
        _systemd.Dispose();
        _deadline.Dispose();
        _folder.Dispose();
    }
}
