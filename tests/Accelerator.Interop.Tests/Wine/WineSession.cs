using System.Diagnostics;
using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Wine;

/// <summary>
/// One Wine for the tests of a collection: a prefix of its own, made once and kept below artifacts, and a Windows command prompt that waits for input.
/// While it does, Wine's services run, and a program starts in 0.2 s instead of 2.5; when this process ends, however it does, the prompt's input
/// ends, and all of Wine with it.
/// </summary>
public sealed class WineSession : IAsyncLifetime
{
    // The folder that tests work in is a drive of its own. Wine tries to read the label of Z:, which is /, from its disk, and says on stderr that it
    // cannot: "Read access denied for device L"\\??\\Z:\\", FS volume label and serial are not available."
    private const string Drive = "T:";

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);
    private static readonly string TemporaryFolder = Path.TrimEndingDirectorySeparator(Path.GetTempPath());

    private readonly string _folder;
    private readonly bool _isFresh;
    private FileStream? _lock;
    private Process? _prompt;

    public WineSession()
        : this("wine")
    {
    }

    /// <param name="folder">Where its prefix is kept, below artifacts.</param>
    /// <param name="isFresh">Whether it is made anew, with nothing of what an earlier session installed.</param>
    internal WineSession(string folder, bool isFresh = false)
    {
        _isFresh = isFresh;
        _folder = Path.Combine(Checkout.Root, "artifacts", folder);
        Prefix = Path.Combine(_folder, "prefix");
        Environment = EnvironmentOf(Prefix);
    }

    /// <summary>The folder that is this Wine: its drive C:, its registry.</summary>
    internal string Prefix { get; }

    /// <summary>The build that is shipped.</summary>
    internal FtpxProgram Shipped => new WineProgram(WindowsBuild.Shipped, this);

    /// <summary>The build for .NET 8.</summary>
    internal FtpxProgram Older => new WineProgram(WindowsBuild.Older, this);

    /// <summary>What every executable must do, of the build that is shipped.</summary>
    internal ProgramProof Proof => new(Shipped);

    /// <summary>What makes a program of this machine find this Wine.</summary>
    internal IReadOnlyDictionary<string, string> Environment { get; }

    /// <summary>The line for a shell that runs a Windows program; no word may hold an apostrophe.</summary>
    internal static string ShellCommand(IEnumerable<string> words) => string.Join(' ', words.Prepend(ServerTools.Require("wine")).Select(word => $"'{word}'"));

    /// <summary>How Windows programs name a full path of this machine.</summary>
    internal static string PathOf(string path) => path.StartsWith(TemporaryFolder + "/", StringComparison.Ordinal)
        ? Drive + path[TemporaryFolder.Length..].Replace('/', '\\')
        : "Z:" + path.Replace('/', '\\');

    /// <summary>Runs a Windows program. It finds no setting of this machine's user, and nothing that an earlier program remembers of a server.</summary>
    /// <param name="folder">Where it runs.</param>
    /// <param name="environment">More of an environment.</param>
    /// <param name="words">A path of this machine or of Windows, and arguments.</param>
    internal ProgramRun Start(string folder, IReadOnlyDictionary<string, string> environment, IEnumerable<string> words)
    {
        var wine = ServerTools.Require("wine");
        Assert.True(_prompt is { HasExited: false }, "Wine's command prompt has ended.");
        return ProgramRun.StartFile(wine, folder, words, new Dictionary<string, string>(environment.Concat(Environment)));
    }

    public async Task InitializeAsync()
    {
        // The tests say it better.
        if (ServerTools.WhyUnavailable("wine") is not null) return;
        using var deadline = new CancellationTokenSource(Patience);
        Directory.CreateDirectory(_folder);
        _lock = await LockAsync(deadline.Token);
        if (_isFresh && Directory.Exists(Prefix)) Directory.Delete(Prefix, recursive: true);
        if (!Directory.Exists(Prefix)) await MakePrefixAsync(deadline.Token);
        MapDrive();
        LetNobodyRemember();
        _prompt = await StartPromptAsync(deadline.Token);
    }

    public async Task DisposeAsync()
    {
        if (_prompt is not null)
        {
            await StopWineAsync(Prefix, CancellationToken.None);
            _prompt.Kill();
            await _prompt.WaitForExitAsync();
            _prompt.Dispose();
        }
        if (_lock is not null) await _lock.DisposeAsync();
    }

    // Two sessions of one checkout would end each other.
    private async Task<FileStream> LockAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                return new FileStream(Path.Combine(_folder, "lock"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException) when (!cancellationToken.IsCancellationRequested)
            {
                await Task.Delay(TimeSpan.FromSeconds(0.5), cancellationToken);
            }
        }
    }

    // Under its name only when it is complete. Wine itself renews one that another version of Wine has made.
    private async Task MakePrefixAsync(CancellationToken cancellationToken)
    {
        var making = Path.Combine(_folder, "making");
        if (Directory.Exists(making)) Directory.Delete(making, recursive: true);
        // No .NET Framework, no browser and no menu of the desktop: Wine would ask for the first two, and look for them on the network.
        var environment = new Dictionary<string, string>(EnvironmentOf(making)) { ["WINEDLLOVERRIDES"] = "mscoree=;mshtml=;winemenubuilder.exe=" };
        foreach (string[] words in (string[][])[["wineboot", "-u"], ["winecfg", "-v", "win10"]])
        {
            await using var run = ProgramRun.StartFile(ServerTools.Require("wine"), _folder, words, environment);
            var (exitCode, said) = await run.WaitAsync(cancellationToken);
            if (exitCode != 0) throw new InvalidOperationException($"wine {words[0]} ended with exit code {exitCode}: {said}");
        }
        await StopWineAsync(making, cancellationToken);
        Directory.Move(making, Prefix);
    }

    private void MapDrive()
    {
        var link = Path.Combine(Prefix, "dosdevices", Drive.ToLowerInvariant());
        File.Delete(link);
        File.CreateSymbolicLink(link, TemporaryFolder);
    }

    // As /dev/null does it for the other system: a file stands where the folder would be made.
    private void LetNobodyRemember()
    {
        foreach (var user in Directory.EnumerateDirectories(Path.Combine(Prefix, "drive_c", "users")))
        {
            var local = Path.Combine(user, "AppData", "Local");
            if (Directory.Exists(local)) File.WriteAllText(Path.Combine(local, "Accelerator"), "");
        }
    }

    private async Task<Process> StartPromptAsync(CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(ServerTools.Require("wine"), [@"C:\windows\system32\cmd.exe"])
        {
            WorkingDirectory = _folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (name, value) in EnvironmentOf(Prefix)) start.Environment[name] = value;
        var prompt = Process.Start(start)!;
        // Its first line comes when everything runs, and names the version.
        var version = await prompt.StandardOutput.ReadLineAsync(cancellationToken);
        if (version is null || !version.StartsWith("Microsoft Windows 10.", StringComparison.Ordinal))
            throw new InvalidOperationException($"Wine's command prompt said \"{version}\". Delete {Prefix}; it is made anew.");
        return prompt;
    }

    private async Task StopWineAsync(string prefix, CancellationToken cancellationToken)
    {
        foreach (var word in (string[])["-k", "-w"])
        {
            await using var run = ProgramRun.StartFile(ServerTools.Require("wineserver"), _folder, [word], EnvironmentOf(prefix));
            await run.WaitAsync(cancellationToken);
        }
    }

    private Dictionary<string, string> EnvironmentOf(string prefix) => new()
    {
        ["WINEPREFIX"] = prefix,
        ["WINEDEBUG"] = "-all",
        ["HOME"] = _folder,
        // Names of files are written in the locale's charset, and Wine's prompt is English.
        ["LC_ALL"] = "C.UTF-8",
        // With it on, as by default, .NET 10 under Wine 8 ends with "Internal CLR error. (0x80131506) at DynamicResolver+DestroyScout.Finalize()" as soon
        // as a collection frees a method made at run time: after some seconds of --json, and at once with DOTNET_GCgen0size=100000. Off, it never did.
        ["DOTNET_EnableWriteXorExecute"] = "0",
    };
}
