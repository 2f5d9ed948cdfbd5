using System.Text.RegularExpressions;
using Accelerator.Interop.Tests.Servers;
using Accelerator.Interop.Tests.Wine;

namespace Accelerator.Interop.Tests.Installer;

/// <summary>The packages, built once by <c>installer/build</c>, and a Wine made anew to install them in.</summary>
public sealed partial class InstallerSession : IAsyncLifetime
{
    internal const string OlderVersion = "0.0.9";

    private const string Key = @"HKLM\SOFTWARE\Accelerator";
    private const string ServiceKey = @"HKLM\SYSTEM\CurrentControlSet\Services\ftpxd";
    private const string EventKey = @"HKLM\SYSTEM\CurrentControlSet\Services\EventLog\Application\Accelerator";
    private const string EnvironmentKey = @"HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment";
    private const string ProgramsKey = @"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\Uninstall";

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(15);

    private readonly WineSession _wine = new("wine-installer", isFresh: true);

    /// <summary>What is shipped has this version: it stands in one place.</summary>
    internal static string Version { get; } = VersionElement().Match(File.ReadAllText(Path.Combine(Checkout.Root, "Directory.Build.props"))).Groups[1].Value;

    /// <summary>The folder that the packages are built into.</summary>
    internal static string Out => Path.Combine(Checkout.Root, "artifacts", "installer");

    /// <summary>The files that are shipped.</summary>
    internal static string Stage => Path.Combine(Out, "net10.0", "stage");

    /// <summary>The MSI.</summary>
    internal static string Msi => Package("msi");

    /// <summary>An MSI of the same files that says it is <see cref="OlderVersion"/>.</summary>
    internal static string OlderMsi => Path.Combine(Out, "net10.0", "older.msi");

    /// <summary>Where it is installed unless told otherwise.</summary>
    internal string Installed => Path.Combine(DriveC, "Program Files", "Accelerator");

    /// <summary>The service's data folder.</summary>
    internal string Data => Path.Combine(DriveC, "ProgramData", "Accelerator");

    /// <summary>Drive C:.</summary>
    internal string DriveC => Path.Combine(_wine.Prefix, "drive_c");

    /// <summary>A package by the end of its name.</summary>
    internal static string Package(string ending) => Path.Combine(Out, $"Accelerator-{Version}-x64.{ending}");

    /// <summary>Runs one of the scripts of <c>installer</c>, or another program of this machine.</summary>
    internal static async Task<ProgramEnd> ScriptAsync(string script, IEnumerable<string> words, CancellationToken cancellationToken, IReadOnlyDictionary<string, string>? environment = null)
    {
        // Packages are restored into this machine's user's folder, which other tests do not see.
        var all = new Dictionary<string, string>(environment ?? new Dictionary<string, string>()) { ["HOME"] = Environment.GetEnvironmentVariable("HOME") ?? "/root" };
        all.TryAdd("SOURCE_DATE_EPOCH", "1700000000");
        await using var run = ProgramRun.StartFile(Path.Combine(Checkout.Root, "installer", script), Checkout.Root, words, all);
        return await run.WaitAsync(cancellationToken);
    }

    public async Task InitializeAsync()
    {
        // The tests say it better.
        if (((string[])["wine", "wixl", "msibuild"]).Any(tool => ServerTools.WhyUnavailable(tool) is not null)) return;
        using var deadline = new CancellationTokenSource(Patience);
        await OkAsync("build", []);
        await OkAsync("make-msi", [Stage, OlderVersion, OlderMsi]);
        await _wine.InitializeAsync();

        async Task OkAsync(string script, string[] words)
        {
            var (exitCode, said) = await ScriptAsync(script, words, deadline.Token);
            if (exitCode != 0) throw new InvalidOperationException($"installer/{script} ended with exit code {exitCode}: {said}");
        }
    }

    public Task DisposeAsync() => _wine.DisposeAsync();

    /// <summary>Runs a Windows program of a full path, or by its name.</summary>
    internal async Task<ProgramEnd> RunAsync(string program, IEnumerable<string> words, CancellationToken cancellationToken)
    {
        await using var run = _wine.Start(Out, new Dictionary<string, string>(), [program, .. words]);
        return await run.WaitAsync(cancellationToken);
    }

    /// <summary>Runs it, and demands that it ends well.</summary>
    internal async Task<string> OkAsync(string program, IEnumerable<string> words, CancellationToken cancellationToken)
    {
        var end = await RunAsync(program, words, cancellationToken);
        Expect(end, program, words);
        return end.Output;
    }

    /// <summary>Runs the installed <c>ftpx.exe</c>.</summary>
    internal Task<string> FtpxAsync(IEnumerable<string> words, CancellationToken cancellationToken) => OkAsync(Path.Combine(Installed, "ftpx.exe"), words, cancellationToken);

    /// <summary>Installs an MSI without a question.</summary>
    internal Task<ProgramEnd> TryInstallAsync(string msi, IEnumerable<string> properties, CancellationToken cancellationToken) =>
        RunAsync("msiexec", ["/i", WineSession.PathOf(msi), "/qn", .. properties], cancellationToken);

    /// <summary>The same, and demands that it ends well.</summary>
    internal async Task InstallAsync(string msi, CancellationToken cancellationToken, params IEnumerable<string> properties)
    {
        var end = await TryInstallAsync(msi, properties, cancellationToken);
        // ERROR_INTERNAL_ERROR at the start of a service is what Wine's CreateProcess says of a process that was gone before its first instruction. Seen once; the installation
        // takes itself back then, and alone the same test passed.
        if (end.ExitCode != 0 && $"{end.Output}{end.Error}".Contains("(error 1359)", StringComparison.Ordinal)) end = await TryInstallAsync(msi, properties, cancellationToken);
        Expect(end, "msiexec", ["/i", msi, .. properties]);
    }

    /// <summary>Takes away what an MSI has installed.</summary>
    internal Task UninstallAsync(string msi, CancellationToken cancellationToken, params IEnumerable<string> properties) =>
        OkAsync("msiexec", ["/x", WineSession.PathOf(msi), "/qn", .. properties], cancellationToken);

    /// <summary>Before and after each test: nothing of the product, whatever became of the test.</summary>
    internal async Task ClearAsync(CancellationToken cancellationToken)
    {
        foreach (var msi in (string[])[Msi, OlderMsi]) await RunAsync("msiexec", ["/x", WineSession.PathOf(msi), "/qn", "REMOVEDATA=1"], cancellationToken);
        await RunAsync("sc", ["delete", "ftpxd"], cancellationToken);
        foreach (var folder in (string[])[Installed, Data])
        {
            if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>A key and all below it, a line for each, as reg.exe shows it; nothing where it is not there.</summary>
    internal async Task<IReadOnlyList<string>> QueryAsync(string key, CancellationToken cancellationToken)
    {
        var end = await RunAsync("reg", ["query", key, "/s"], cancellationToken);
        return end.ExitCode == 0 ? [.. end.Output.Split("\r\n", StringSplitOptions.RemoveEmptyEntries).Select(line => line.Trim())] : [];
    }

    /// <summary>What the product has written of itself.</summary>
    internal Task<IReadOnlyList<string>> SettingsAsync(CancellationToken cancellationToken) => QueryAsync(Key, cancellationToken);

    /// <summary>The service in Windows' list.</summary>
    internal Task<IReadOnlyList<string>> ServiceAsync(CancellationToken cancellationToken) => QueryAsync(ServiceKey, cancellationToken);

    /// <summary>The source of its events.</summary>
    internal Task<IReadOnlyList<string>> EventsAsync(CancellationToken cancellationToken) => QueryAsync(EventKey, cancellationToken);

    /// <summary>The computer's PATH.</summary>
    internal async Task<string> PathAsync(CancellationToken cancellationToken) => Assert.Single(await QueryAsync(EnvironmentKey, cancellationToken), line => line.StartsWith("PATH ", StringComparison.Ordinal));

    /// <summary>The versions that Windows' list of programs has of it.</summary>
    internal async Task<IReadOnlyList<string>> ProgramsAsync(CancellationToken cancellationToken) =>
        [.. (await QueryAsync(ProgramsKey, cancellationToken)).Where(line => line.StartsWith("DisplayVersion", StringComparison.Ordinal)).Select(line => line.Split(' ')[^1])];

    /// <summary>What Windows' list of services says the service does.</summary>
    internal async Task<string> StateAsync(CancellationToken cancellationToken) => StateLine().Match((await RunAsync("sc", ["query", "ftpxd"], cancellationToken)).Output).Groups[1].Value;

    /// <summary>What the product leaves, of all that it has laid down.</summary>
    internal async Task<IReadOnlyList<string>> LeftAsync(CancellationToken cancellationToken) =>
    [
        .. await SettingsAsync(cancellationToken), .. await ServiceAsync(cancellationToken), .. await EventsAsync(cancellationToken), .. await ProgramsAsync(cancellationToken),
        .. (await QueryAsync(EnvironmentKey, cancellationToken)).Where(line => line.Contains("Accelerator", StringComparison.Ordinal)),
        .. ((string[])[Installed, Data]).Where(Directory.Exists),
    ];

    private static void Expect(ProgramEnd end, string program, IEnumerable<string> words) =>
        Assert.True(end.ExitCode == 0, $"{Path.GetFileName(program)} {string.Join(' ', words)} ended with {end.ExitCode}: {end.Output}{end.Error}");

    [GeneratedRegex("<Version>(.*)</Version>")]
    private static partial Regex VersionElement();

    [GeneratedRegex(@"STATE +: \d+ +(\w+)")]
    private static partial Regex StateLine();
}
