namespace Accelerator.Interop.Tests.Wine;

/// <summary>A Wine of its own, because its HKEY_LOCAL_MACHINE is changed: what a test finds there it has seeded itself.</summary>
public sealed class WineTuningFixture : IAsyncLifetime
{
    // Its first call starts the scheduler's service, and on a busy machine Wine's schtasks was seen to wait for it for ever.
    private static readonly string[] FirstTask = ["schtasks", "/delete", "/tn", "none", "/f"];

    private WineSession? _session;

    /// <summary>Where ftpx.exe keeps the journals of its tunings.</summary>
    internal string Journals => Path.Combine(DriveC, "ProgramData", "Accelerator", "tune");

    /// <summary>Windows' drive C: on this machine.</summary>
    internal string DriveC => Path.Combine(Wine.Prefix, "drive_c");

    /// <summary>The names of the tasks that Windows' scheduler holds.</summary>
    internal IReadOnlyList<string> Tasks => Directory.Exists(TaskFolder) ? [.. Directory.GetFiles(TaskFolder).Select(path => Path.GetFileName(path))] : [];

    private string TaskFolder => Path.Combine(DriveC, "windows", "system32", "tasks");

    private WineSession Wine => _session ?? throw new InvalidOperationException(ServerTools.WhyUnavailable("wine"));

    public async Task InitializeAsync()
    {
        if (ServerTools.WhyUnavailable("wine") is null) _session = await WineSession.StartAsync(FirstTask);
    }

    public async Task DisposeAsync()
    {
        if (_session is not null) await _session.DisposeAsync();
    }

    /// <summary>Deletes all journals and tasks, and imports a registry file.</summary>
    /// <param name="folder">Where the file is put.</param>
    /// <param name="registry">The file's lines below its first; <c>[-KEY]</c> takes a key away.</param>
    internal async Task SeedAsync(TempFolder folder, string registry, CancellationToken cancellationToken)
    {
        if (Directory.Exists(Journals)) Directory.Delete(Journals, recursive: true);
        foreach (var task in Tasks) File.Delete(Path.Combine(TaskFolder, task));
        var file = folder.File("seed.reg");
        await File.WriteAllTextAsync(file, "Windows Registry Editor Version 5.00\r\n\r\n" + registry.ReplaceLineEndings("\r\n"), Encoding.Unicode, cancellationToken);
        await RunAsync(folder, ["reg", "import", WineSession.PathOf(file)], cancellationToken);
    }

    internal Task<ProgramEnd> TuneAsync(TempFolder folder, IEnumerable<string> words, CancellationToken cancellationToken) =>
        FtpxAsync(folder, ["tune", .. words], cancellationToken);

    /// <summary>Runs <c>ftpx.exe</c>.</summary>
    /// <param name="input">A line on its standard input; null for none.</param>
    internal async Task<ProgramEnd> FtpxAsync(TempFolder folder, IReadOnlyList<string> words, CancellationToken cancellationToken, string? input = null)
    {
        if (input is null) return await Wine.RunAsync(folder.Path, [WindowsBuild.Shipped.Require(), .. words], cancellationToken);
        string[] script = ["-c", $"printf '%s\\n' '{input}' | {WineSession.ShellCommand([WindowsBuild.Shipped.Require(), .. words])}"];
        return await ProgramRun.RunFileAsync("/bin/bash", folder.Path, script, cancellationToken, Wine.Environment);
    }

    /// <summary>
    /// Returns the path of a data folder on drive C: as this machine and as Windows programs name it. Other folders of tests are on T:, which is
    /// /tmp: every user may delete what is there, so ftpx service install refuses it.
    /// </summary>
    internal (string Here, string OnWindows) DataFor(TempFolder folder) =>
        (Path.Combine(DriveC, Path.GetFileName(folder.Path), "data"), $@"C:\{Path.GetFileName(folder.Path)}\data");

    internal ProgramRun StartService(TempFolder folder, params IEnumerable<string> words) => Wine.Start(folder.Path, new Dictionary<string, string>(), [WindowsBuild.Shipped.Require("ftpxd.exe"), .. words]);

    /// <summary>Runs tests/Accelerator.Tuning.Wine.</summary>
    internal Task<ProgramEnd> RecordedAsync(TempFolder folder, IEnumerable<string> words, CancellationToken cancellationToken) =>
        Wine.RunAsync(folder.Path, [WindowsBuild.Tuning.Require("Accelerator.Tuning.Wine.exe"), .. words], cancellationToken);

    /// <summary>A key and all below it as another program sees them: a line for each key, and <c>NAME    TYPE    VALUE</c> for each value.</summary>
    internal async Task<IReadOnlyList<string>> QueryAsync(TempFolder folder, string key, CancellationToken cancellationToken) =>
        [.. (await RunAsync(folder, ["reg", "query", key, "/s"], cancellationToken)).Split("\r\n", StringSplitOptions.RemoveEmptyEntries).Select(line => line.Trim())];

    /// <summary>Changes a value as an administrator would.</summary>
    internal Task SetAsync(TempFolder folder, string key, string name, string type, string value, CancellationToken cancellationToken) =>
        RunAsync(folder, ["reg", "add", key, "/v", name, "/t", type, "/d", value, "/f"], cancellationToken);

    private async Task<string> RunAsync(TempFolder folder, IReadOnlyList<string> words, CancellationToken cancellationToken) =>
        (await Wine.RunAsync(folder.Path, words, cancellationToken)).Expect(0, string.Join(' ', words)).Output;
}
