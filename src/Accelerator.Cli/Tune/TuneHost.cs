using System.Net;
using System.Runtime.Versioning;
using Accelerator.Jobs.Installing;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Running;
using Accelerator.Tuning.Stores;

namespace Accelerator.Cli.Tune;

/// <summary>The computer to tune; tests substitute another.</summary>
/// <param name="Facts">The hardware and system facts.</param>
/// <param name="Store">The settings of the computer.</param>
/// <param name="Journals">The journals of its tunings.</param>
/// <param name="Name">The name of the computer.</param>
/// <param name="IsElevated">Whether this process has the rights to change settings.</param>
internal sealed record TuneHost(HostFacts Facts, ISettingStore Store, IJournalStore Journals, string Name, bool IsElevated)
{
    // The service's account owns /var/lib/accelerator, and must not place journals that root rolls back.
    private const string LinuxJournals = "/var/lib/accelerator-tune";

    /// <summary>The means of changing the computer, apart from its settings.</summary>
    public required TuneControl Control { get; init; }

    /// <summary>This computer; null on systems other than Windows and Linux.</summary>
    public static TuneHost? OfThisComputer() => OperatingSystem.IsWindows() ? OfWindows() : OperatingSystem.IsLinux() ? OfLinux() : null;

    [SupportedOSPlatform("windows")]
    private static TuneHost OfWindows()
    {
        var registry = WindowsRegistry.OfThisComputer();
        var cim = new ManagementCim();
        var commands = new CommandRunner();
        var store = new SettingStore(
            new RegistryStore(registry), new KeywordStore(registry, cim), new StackStore(cim, commands),
            new PowerPlanStore(new WindowsPowerPlans(), registry));
        var journals = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData), "Accelerator", "tune");
        var facts = HostReader.ReadWindows(registry, NetworkLinks.OfThisComputer(), Environment.ProcessorCount);
        // The folder above is that of the service's data, whether the service is installed or not.
        return new TuneHost(facts, store, new JournalFolder(journals, ServiceFolders.MakeDataFolder), Environment.MachineName,
            Environment.IsPrivilegedProcess)
        {
            Control = new TuneControl(
                new CimAdapterRestarter(cim),
                new TaskSchedulerTimer(commands, Environment.ProcessPath ?? "ftpx.exe", Path.Combine(Environment.SystemDirectory, "Tasks"),
                    journals),
                NetworkLinks.OfThisComputer,
                PingEcho.AskAsync),
        };
    }

    private static TuneHost OfLinux()
    {
        var (files, ethtool) = (new KernelFiles("/"), new LinuxEthtool());
        var facts = HostReader.ReadLinux(files, ethtool, NetworkLinks.OfThisComputer(), Environment.ProcessorCount);
        return new TuneHost(facts, new LinuxStore(files, ethtool, new TrafficControl()), new JournalFolder(LinuxJournals),
            Environment.MachineName, Environment.IsPrivilegedProcess)
        {
            Control = new TuneControl(
                new LiveAdapters(),
                new LinuxTimer(new CommandRunner(), Program(), Directory.Exists("/run/systemd/system"), "/run", TimeProvider.System),
                NetworkLinks.OfThisComputer,
                PingEcho.AskAsync),
        };
    }

    // Installed, ftpx is a program of its own; built, it is a library that dotnet runs.
    private static IReadOnlyList<string> Program() =>
        Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) != "dotnet" ? [path]
            : [Environment.ProcessPath ?? "dotnet", Environment.GetCommandLineArgs()[0]];
}

/// <summary>The means of changing a computer, apart from its settings.</summary>
/// <param name="Restarter">Restarts the network adapters.</param>
/// <param name="Timer">Rolls back a tuning that is not confirmed.</param>
/// <param name="Links">The current state of the network interfaces.</param>
/// <param name="EchoAsync">Sends one echo that may not be fragmented.</param>
internal sealed record TuneControl(
    IAdapterRestarter Restarter,
    IRollbackTimer Timer,
    Func<IReadOnlyList<LinkFacts>> Links,
    Func<IPAddress, int, TimeSpan, CancellationToken, Task<EchoAnswer>> EchoAsync);
