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

    /// <summary>Where it is installed unless told otherwise.</summary>
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

    /// <summary>Runs a Windows program of a full path, or by its name.</summary>
    public Task<ProgramEnd> RunAsync(string program, IEnumerable<string> words, CancellationToken cancellationToken) => _wine.RunAsync(_folder.Path, [program, .. words], cancellationToken);

    /// <summary>Runs it, and demands that it ends well.</summary>
    public async Task<string> OkAsync(string program, IEnumerable<string> words, CancellationToken cancellationToken) =>
        (await RunAsync(program, words, cancellationToken)).Expect(0, $"{Path.GetFileName(program)} {string.Join(' ', words)}").Output;

    public Task<string> FtpxAsync(IEnumerable<string> words, CancellationToken cancellationToken) => OkAsync(Path.Combine(Installed, "ftpx.exe"), words, cancellationToken);

    public Task<ProgramEnd> TryInstallAsync(string msi, IEnumerable<string> properties, CancellationToken cancellationToken) =>
        RunAsync("msiexec", ["/i", WineSession.PathOf(msi), "/qn", .. properties], cancellationToken);

    public async Task InstallAsync(string msi, CancellationToken cancellationToken, params IEnumerable<string> properties)
    {
        var end = await TryInstallAsync(msi, properties, cancellationToken);
        // ERROR_INTERNAL_ERROR at the start of a service is what Wine's CreateProcess says of a process that was gone before its first instruction. Seen once; the installation
        // takes itself back then, and alone the same test passed.
        if (end.ExitCode != 0 && $"{end.Output}{end.Error}".Contains("(error 1359)", StringComparison.Ordinal)) end = await TryInstallAsync(msi, properties, cancellationToken);
        end.Expect(0, $"msiexec /i {msi} {string.Join(' ', properties)}");
    }

    public Task UninstallAsync(string msi, CancellationToken cancellationToken, params IEnumerable<string> properties) =>
        OkAsync("msiexec", ["/x", WineSession.PathOf(msi), "/qn", .. properties], cancellationToken);

    /// <summary>A key and all below it, a line for each, as reg.exe shows it; nothing where it is not there.</summary>
    public async Task<IReadOnlyList<string>> QueryAsync(string key, CancellationToken cancellationToken)
    {
        var end = await RunAsync("reg", ["query", key, "/s"], cancellationToken);
        return end.ExitCode == 0 ? [.. end.Output.Split("\r\n", StringSplitOptions.RemoveEmptyEntries).Select(line => line.Trim())] : [];
    }

    /// <summary>What the product has written of itself.</summary>
    public Task<IReadOnlyList<string>> SettingsAsync(CancellationToken cancellationToken) => QueryAsync(Key, cancellationToken);

    public Task<IReadOnlyList<string>> ServiceAsync(CancellationToken cancellationToken) => QueryAsync(ServiceKey, cancellationToken);

    public Task<IReadOnlyList<string>> EventsAsync(CancellationToken cancellationToken) => QueryAsync(EventKey, cancellationToken);

    public async Task<string> PathAsync(CancellationToken cancellationToken) => Assert.Single(await QueryAsync(EnvironmentKey, cancellationToken), line => line.StartsWith("PATH ", StringComparison.Ordinal));

    /// <summary>The versions that Windows' list of programs has of it.</summary>
    public async Task<IReadOnlyList<string>> ProgramsAsync(CancellationToken cancellationToken) =>
        [.. (await QueryAsync(ProgramsKey, cancellationToken)).Where(line => line.StartsWith("DisplayVersion", StringComparison.Ordinal)).Select(line => line.Split(' ')[^1])];

    /// <summary>What Windows' list of services says the service does.</summary>
    public async Task<string> StateAsync(CancellationToken cancellationToken) => StateLine().Match((await RunAsync("sc", ["query", "ftpxd"], cancellationToken)).Output).Groups[1].Value;

    /// <summary>What the product leaves, of all that it has laid down.</summary>
    public async Task<IReadOnlyList<string>> LeftAsync(CancellationToken cancellationToken) =>
    [
        .. await SettingsAsync(cancellationToken), .. await ServiceAsync(cancellationToken), .. await EventsAsync(cancellationToken), .. await ProgramsAsync(cancellationToken),
        .. (await QueryAsync(EnvironmentKey, cancellationToken)).Where(line => line.Contains("Accelerator", StringComparison.Ordinal)),
        .. ((string[])[Installed, Data]).Where(Directory.Exists),
    ];

    [GeneratedRegex(@"STATE +: \d+ +(\w+)")]
    private static partial Regex StateLine();
}
