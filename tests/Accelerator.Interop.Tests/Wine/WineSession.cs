namespace Accelerator.Interop.Tests.Wine;

/// <summary>
/// A running Wine with a prefix of its own, and a Windows command prompt that waits for input. While the prompt waits, Wine's services run, and a program starts in 0.2 s instead of 2.5 s.
/// When this process ends, however it does, the prompt's input ends, and all of Wine with it.
/// </summary>
internal sealed class WineSession : IAsyncDisposable
{
    // The folder that tests work in is a drive of its own. Wine tries to read the label of Z:, which is /, from its disk, and says on stderr that it
    // cannot: "Read access denied for device L"\\??\\Z:\\", FS volume label and serial are not available."
    private const string Drive = "T:";
    private const int Tries = 3;

    // Wine's own words, not always on standard error, when it could not make the process; nothing of the program has run.
    private const string NotStarted = "ShellExecuteEx failed: Internal error";

    private static readonly object Retries = new();
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(4);
    // What hangs does so for ever; on a busy machine a program of Wine needs half a minute.
    private static readonly TimeSpan FirstPatience = TimeSpan.FromSeconds(90);
    private static readonly string TemporaryFolder = Path.TrimEndingDirectorySeparator(Path.GetTempPath());

    private readonly WinePrefix _prefix;
    private readonly Process _prompt;

    private WineSession(WinePrefix prefix, Process prompt) => (_prefix, _prompt) = (prefix, prompt);

    /// <summary>The folder that is this Wine: its drive C:, its registry.</summary>
    public string Prefix => _prefix.Path;

    /// <summary>The environment variables that make a program of this machine find this Wine.</summary>
    public IReadOnlyDictionary<string, string> Environment => _prefix.Environment;

    /// <summary>Starts one. Where Wine itself does not start, another prefix is tried, and artifacts/wine/retries gets a line with the reason.</summary>
    /// <param name="first">A program of Wine that has to end, with any exit code, before the session counts as started; none by default.</param>
    public static async Task<WineSession> StartAsync(params string[] first)
    {
        for (var tries = 1; ; tries++)
        {
            using var deadline = new CancellationTokenSource(Patience);
            try
            {
                return await TryStartAsync(first, deadline.Token);
            }
            catch (Exception e) when (e is InvalidOperationException or OperationCanceledException && tries < Tries)
            {
                NoteRetry(e.Message);
            }
        }
    }

    /// <summary>The line for a shell that runs a Windows program; no word may hold an apostrophe.</summary>
    public static string ShellCommand(IEnumerable<string> words) => string.Join(' ', words.Prepend(ServerTools.Require("wine")).Select(word => $"'{word}'"));

    /// <summary>How Windows programs name a full path of this machine.</summary>
    public static string PathOf(string path) => path.StartsWith(TemporaryFolder + "/", StringComparison.Ordinal)
        ? Drive + path[TemporaryFolder.Length..].Replace('/', '\\')
        : "Z:" + path.Replace('/', '\\');

    /// <summary>Runs a Windows program. It finds no setting of this machine's user, and nothing that an earlier program remembers of a server.</summary>
    /// <param name="environment">More of an environment.</param>
    /// <param name="words">A path of this machine or of Windows, and arguments.</param>
    public ProgramRun Start(string folder, IReadOnlyDictionary<string, string> environment, IEnumerable<string> words)
    {
        Assert.False(_prompt.HasExited, "Wine's command prompt has ended.");
        return ProgramRun.StartFile(ServerTools.Require("wine"), folder, words, new Dictionary<string, string>(environment.Concat(Environment)));
    }

    /// <summary>Runs a Windows program and waits for its end. Where Wine could not start it, it is started again, and artifacts/wine/retries gets a line.</summary>
    public Task<ProgramEnd> RunAsync(
        string folder, IEnumerable<string> words, CancellationToken cancellationToken, IReadOnlyDictionary<string, string>? environment = null) => RunAsync(async () =>
    {
        await using var run = Start(folder, environment ?? new Dictionary<string, string>(), words);
        return await run.WaitAsync(cancellationToken);
    });

    /// <summary>Does the same for a program that is started in another way, such as by a shell.</summary>
    public static async Task<ProgramEnd> RunAsync(Func<Task<ProgramEnd>> run)
    {
        for (var tries = 1; ; tries++)
        {
            var end = await run();
            if (tries == Tries || WhyNotStarted(end) is not { } why) return end;
            NoteRetry(why);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _prefix.StopAsync();
        _prompt.Kill();
        await _prompt.WaitForExitAsync();
        _prompt.Dispose();
        await _prefix.DisposeAsync();
    }

    /// <summary>
    /// Waits until no process has a file below a folder open. Wine's server holds the files of a killed program until it notices the end, which on a busy
    /// machine is later than the end.
    /// </summary>
    public static async Task UntilClosedAsync(string folder, CancellationToken cancellationToken)
    {
        while (Directory.EnumerateDirectories("/proc").Any(process => HasOpen(process, folder + "/"))) await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
    }

    /// <summary>Notes in artifacts/wine/retries why Wine was given another try.</summary>
    public static void NoteRetry(string why)
    {
        // Tests of this process run side by side, and File.AppendAllText refuses a second writer.
        lock (Retries)
        {
            using var stream = new FileStream(Path.Combine(Checkout.Root, "artifacts", "wine", "retries"), FileMode.Append, FileAccess.Write, FileShare.ReadWrite);
            stream.Write(Encoding.UTF8.GetBytes(why.ReplaceLineEndings(" ") + "\n"));
        }
    }

    // Every program that the tests start prints a line before it ends with 1. In two runs one ended so within a second and had printed
    // nothing. Wine's own messages are off.
    private static string? WhyNotStarted(ProgramEnd end) => $"{end.Output}{end.Error}".Contains(NotStarted, StringComparison.Ordinal) ? NotStarted
        : end is { ExitCode: 1, Output: "", Error: "" } ? "It ended with 1 and had printed nothing." : null;

    private static bool HasOpen(string process, string path)
    {
        try
        {
            var descriptors = new DirectoryInfo(Path.Combine(process, "fd"));
            return descriptors.Exists && descriptors.EnumerateFileSystemInfos().Any(descriptor => descriptor.LinkTarget?.StartsWith(path, StringComparison.Ordinal) is true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The process has ended meanwhile, or it is another user's.
            return false;
        }
    }

    private static async Task<WineSession> TryStartAsync(string[] first, CancellationToken cancellationToken)
    {
        var prefix = await WinePrefix.CreateAsync(cancellationToken);
        Process? prompt = null;
        try
        {
            File.Delete(Path.Combine(prefix.Path, "dosdevices", Drive.ToLowerInvariant()));
            File.CreateSymbolicLink(Path.Combine(prefix.Path, "dosdevices", Drive.ToLowerInvariant()), TemporaryFolder);
            PreventMemory(prefix.Path);
            prompt = await StartPromptAsync(prefix, cancellationToken);
            var session = new WineSession(prefix, prompt);
            if (first.Length > 0) await session.EndAsync(first, cancellationToken);
            return session;
        }
        catch
        {
            await prefix.StopAsync();
            prompt?.Kill();
            prompt?.Dispose();
            await prefix.DisposeAsync();
            throw;
        }
    }

    private async Task EndAsync(string[] words, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(FirstPatience);
        await using var run = Start(Prefix, new Dictionary<string, string>(), words);
        try
        {
            await run.WaitAsync(limit.Token);
        }
        catch (OperationCanceledException)
        {
            throw new InvalidOperationException($"Wine's {words[0]} did not end within {FirstPatience.TotalSeconds:0} s.");
        }
    }

    // A file stands where ftpx would make the folder in which it remembers servers, as /dev/null does it on the other system.
    private static void PreventMemory(string prefix)
    {
        foreach (var user in Directory.EnumerateDirectories(Path.Combine(prefix, "drive_c", "users")))
        {
            var local = Path.Combine(user, "AppData", "Local");
            if (Directory.Exists(local)) File.WriteAllText(Path.Combine(local, "Accelerator"), "");
        }
    }

    private static async Task<Process> StartPromptAsync(WinePrefix prefix, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(ServerTools.Require("wine"), [@"C:\windows\system32\cmd.exe"])
        {
            WorkingDirectory = prefix.Path,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (name, value) in prefix.Environment) start.Environment[name] = value;
        var prompt = Process.Start(start)!;
        // Its first line comes when everything runs, and names the version.
        var version = await prompt.StandardOutput.ReadLineAsync(cancellationToken);
        return version?.StartsWith("Microsoft Windows 10.", StringComparison.Ordinal) is true ? prompt : throw new InvalidOperationException($"Wine's command prompt said \"{version}\".");
    }
}
