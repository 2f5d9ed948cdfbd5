namespace Accelerator.Interop.Tests.Installer;

/// <summary>A Wine of its own to install packages in, and what Windows then shows of them.</summary>
internal sealed partial class InstallerFixture : IAsyncDisposable
{
    private const string Key = @"HKLM\SOFTWARE\Accelerator";
    private const string ServiceKey = @"HKLM\SYSTEM\CurrentControlSet\Services\ftpxd";
    private const string EventKey = @"HKLM\SYSTEM\CurrentControlSet\Services\EventLog\Application\Accelerator";
    private const string EnvironmentKey = @"HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment";
    private const string ProgramsKey = @"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\Uninstall";

    private readonly TempFolder _folder = new();
    private readonly WineSession _wine;

    private InstallerFixture(WineSession wine) => _wine = wine;

    /// <summary>The default installation folder.</summary>
    public string Installed => Path.Combine(DriveC, "Program Files", "Accelerator");

    public string Data => Path.Combine(DriveC, "ProgramData", "Accelerator");

    public string DriveC => Path.Combine(_wine.Prefix, "drive_c");

    /// <summary>Starts a Wine in which nothing is installed.</summary>
    public static async Task<InstallerFixture> StartAsync() => new(await WineSession.StartAsync());

    public async ValueTask DisposeAsync()
    {
        await _wine.DisposeAsync();
        _folder.Dispose();
    }

    /// <summary>Runs a Windows program by its full path or by its name.</summary>
    public Task<ProgramEnd> RunAsync(string program, IEnumerable<string> words, CancellationToken cancellationToken) => _wine.RunAsync(_folder.Path, [program, .. words], cancellationToken);

    /// <summary>Runs a program and asserts that it succeeds.</summary>
    public async Task<string> OkAsync(string program, IEnumerable<string> words, CancellationToken cancellationToken) =>
        (await RunAsync(program, words, cancellationToken)).Expect(0, $"{Path.GetFileName(program)} {string.Join(' ', words)}").Output;

    public Task<string> FtpxAsync(IEnumerable<string> words, CancellationToken cancellationToken) => OkAsync(Path.Combine(Installed, "ftpx.exe"), words, cancellationToken);

    public Task<ProgramEnd> TryInstallAsync(string msi, IEnumerable<string> properties, CancellationToken cancellationToken) =>
        RunAsync("msiexec", ["/i", WineSession.PathOf(msi), "/qn", .. properties], cancellationToken);

    public async Task InstallAsync(string msi, CancellationToken cancellationToken, params IEnumerable<string> properties)
    {
        var end = await TryInstallAsync(msi, properties, cancellationToken);
        // ERROR_INTERNAL_ERROR at the start of a service is the result of Wine's CreateProcess for a process that ended before its first
        // instruction. It was seen once. The installation is rolled back then; the same test passed when it ran alone.
        if (end.ExitCode != 0 && $"{end.Output}{end.Error}".Contains("(error 1359)", StringComparison.Ordinal)) end = await TryInstallAsync(msi, properties, cancellationToken);
        end.Expect(0, $"msiexec /i {msi} {string.Join(' ', properties)}");
    }

    public Task UninstallAsync(string msi, CancellationToken cancellationToken, params IEnumerable<string> properties) =>
        OkAsync("msiexec", ["/x", WineSession.PathOf(msi), "/qn", .. properties], cancellationToken);

    /// <summary>
    /// Reads a registry key and everything below it, one line for each, as reg.exe prints it; empty where the key does not exist.
    /// </summary>
    public async Task<IReadOnlyList<string>> QueryAsync(string key, CancellationToken cancellationToken)
    {
        var end = await RunAsync("reg", ["query", key, "/s"], cancellationToken);
        return end.ExitCode == 0 ? [.. end.Output.Split("\r\n", StringSplitOptions.RemoveEmptyEntries).Select(line => line.Trim())] : [];
    }

    /// <summary>Reads the product's own registry settings.</summary>
    public Task<IReadOnlyList<string>> SettingsAsync(CancellationToken cancellationToken) => QueryAsync(Key, cancellationToken);

    public Task<IReadOnlyList<string>> ServiceAsync(CancellationToken cancellationToken) => QueryAsync(ServiceKey, cancellationToken);

    public Task<IReadOnlyList<string>> EventsAsync(CancellationToken cancellationToken) => QueryAsync(EventKey, cancellationToken);

    public async Task<string> PathAsync(CancellationToken cancellationToken) => Assert.Single(await QueryAsync(EnvironmentKey, cancellationToken), line => line.StartsWith("PATH ", StringComparison.Ordinal));

    /// <summary>Gets the product's versions in Windows' list of programs.</summary>
    public async Task<IReadOnlyList<string>> ProgramsAsync(CancellationToken cancellationToken) =>
        [.. (await QueryAsync(ProgramsKey, cancellationToken)).Where(line => line.StartsWith("DisplayVersion", StringComparison.Ordinal)).Select(line => line.Split(' ')[^1])];

    /// <summary>Gets the state of the service in Windows' list of services.</summary>
    public async Task<string> StateAsync(CancellationToken cancellationToken) => StateLine().Match((await RunAsync("sc", ["query", "ftpxd"], cancellationToken)).Output).Groups[1].Value;

    /// <summary>
    /// Lists what remains of everything that the product has written: settings, service, events, program entry, PATH and folders.
    /// </summary>
    public async Task<IReadOnlyList<string>> LeftAsync(CancellationToken cancellationToken) =>
    [
        .. await SettingsAsync(cancellationToken), .. await ServiceAsync(cancellationToken), .. await EventsAsync(cancellationToken), .. await ProgramsAsync(cancellationToken),
        .. (await QueryAsync(EnvironmentKey, cancellationToken)).Where(line => line.Contains("Accelerator", StringComparison.Ordinal)),
        .. ((string[])[Installed, Data]).Where(Directory.Exists),
    ];

    [GeneratedRegex(@"STATE +: \d+ +(\w+)")]
    private static partial Regex StateLine();
}
