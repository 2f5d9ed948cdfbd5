namespace Accelerator.Interop.Tests.Wine;

/// <summary>
/// A folder that is one Wine: its drive C: and its registry. It is a copy of a template, which wineboot makes once for a checkout and a version of Wine, and it is deleted at disposal.
/// </summary>
internal sealed class WinePrefix : IAsyncDisposable
{
    private static readonly string Root = System.IO.Path.Combine(Checkout.Root, "artifacts", "wine");
    private static readonly string Template = System.IO.Path.Combine(Root, "template");
    private static readonly string Stamp = System.IO.Path.Combine(Root, "version");

    // Windows' own programs are 680 MB, and nothing writes into them, so links do. Its settings and all that is not Windows are copied.
    private const string Copy = """
        mkdir "$2"
        tar -c -C "$1" --exclude=./drive_c/windows . | tar -x -C "$2"
        cp -al "$1/drive_c/windows" "$2/drive_c"
        cp -a --remove-destination "$1"/drive_c/windows/*.ini "$2/drive_c/windows"
        """;

    // Wine's services.exe gives a service 10 s for its start, which are too few for .NET on a busy machine (error 1053). It reads this when it starts.
    private static readonly string[] ServiceStart = ["reg", "add", @"HKLM\SYSTEM\CurrentControlSet\Control", "/v", "ServicesPipeTimeout", "/t", "REG_DWORD", "/d", "120000", "/f"];

    private readonly string _folder;
    private readonly FileStream _lock;

    private WinePrefix(string folder, FileStream own) => (_folder, _lock) = (folder, own);

    public string Path => System.IO.Path.Combine(_folder, "prefix");

    /// <summary>The environment variables that make a program of this machine find this Wine.</summary>
    public Dictionary<string, string> Environment => EnvironmentOf(Path);

    /// <summary>Copies the template, and makes it first where there is none.</summary>
    public static async Task<WinePrefix> CreateAsync(CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(Root);
        WinePrefix prefix;
        // Other processes of this checkout wait here, and find the template made.
        await using (await LockAsync(cancellationToken))
        {
            await MakeTemplateAsync(cancellationToken);
            DeleteAbandoned();
            var folder = Directory.CreateDirectory(System.IO.Path.Combine(Root, "session-" + System.IO.Path.GetRandomFileName())).FullName;
            prefix = new WinePrefix(folder, OpenLock(folder));
        }
        try
        {
            await RunAsync("/bin/bash", ["-e", "-o", "pipefail", "-c", Copy, "bash", Template, prefix.Path], new Dictionary<string, string>(), cancellationToken);
            return prefix;
        }
        catch
        {
            await prefix.DisposeAsync();
            throw;
        }
    }

    /// <summary>Ends all programs of this Wine, and its services.</summary>
    public Task StopAsync() => StopAsync(Path, CancellationToken.None);

    public async ValueTask DisposeAsync()
    {
        // Without its own lock the folder is one that was left behind, and another prefix that is made meanwhile would delete it too.
        await using var all = await LockAsync(CancellationToken.None);
        await _lock.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    // The template gets its name only when it is complete.
    private static async Task MakeTemplateAsync(CancellationToken cancellationToken)
    {
        var version = await RunAsync(ServerTools.Require("wine"), ["--version"], new Dictionary<string, string>(), cancellationToken) + string.Join(' ', ServiceStart);
        if (Directory.Exists(Template) && File.Exists(Stamp) && await File.ReadAllTextAsync(Stamp, cancellationToken) == version) return;
        var making = System.IO.Path.Combine(Root, "making");
        foreach (var old in (string[])[Template, making])
        {
            if (Directory.Exists(old)) Directory.Delete(old, recursive: true);
        }
        // No .NET Framework, no browser and no menu of the desktop: Wine would ask for the first two, and look for them on the network.
        var environment = new Dictionary<string, string>(EnvironmentOf(making)) { ["WINEDLLOVERRIDES"] = "mscoree=;mshtml=;winemenubuilder.exe=" };
        foreach (string[] words in (string[][])[["wineboot", "-u"], ["winecfg", "-v", "win10"], ServiceStart]) await RunAsync(ServerTools.Require("wine"), words, environment, cancellationToken);
        await StopAsync(making, cancellationToken);
        Directory.Move(making, Template);
        await File.WriteAllTextAsync(Stamp, version, cancellationToken);
    }

    // A test process that was killed leaves its prefix behind. The lock file remains, but no process holds the lock.
    private static void DeleteAbandoned()
    {
        foreach (var folder in Directory.EnumerateDirectories(Root, "session-*"))
        {
            try
            {
                OpenLock(folder).Dispose();
                Directory.Delete(folder, recursive: true);
            }
            catch (IOException)
            {
                // A session is using it.
            }
        }
    }

    private static FileStream OpenLock(string folder) => new(System.IO.Path.Combine(folder, "lock"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);

    private static async Task<FileStream> LockAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                return OpenLock(Root);
            }
            catch (IOException) when (!cancellationToken.IsCancellationRequested)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(100), cancellationToken);
            }
        }
    }

    private static async Task StopAsync(string prefix, CancellationToken cancellationToken)
    {
        foreach (var word in (string[])["-k", "-w"])
            await ProgramRun.RunFileAsync(ServerTools.Require("wineserver"), Root, [word], cancellationToken, EnvironmentOf(prefix));
    }

    private static async Task<string> RunAsync(string file, IReadOnlyList<string> words, IReadOnlyDictionary<string, string> environment, CancellationToken cancellationToken)
    {
        var end = await ProgramRun.RunFileAsync(file, Root, words, cancellationToken, environment);
        return end.ExitCode == 0 ? end.Output : throw new InvalidOperationException($"{file} {string.Join(' ', words)} ended with exit code {end.ExitCode}: {end.Output}{end.Error}");
    }

    private static Dictionary<string, string> EnvironmentOf(string prefix) => new()
    {
        ["WINEPREFIX"] = prefix,
        ["WINEDEBUG"] = "-all",
        ["HOME"] = Root,
        // Names of files are written in the locale's charset, and Wine's prompt is English.
        ["LC_ALL"] = "C.UTF-8",
        // With it on, as by default, .NET 10 under Wine 8 ends with "Internal CLR error. (0x80131506) at DynamicResolver+DestroyScout.Finalize()" as soon
        // as a collection frees a method made at run time: after some seconds of --json, and at once with DOTNET_GCgen0size=100000. Off, it never did.
        ["DOTNET_EnableWriteXorExecute"] = "0",
    };
}
