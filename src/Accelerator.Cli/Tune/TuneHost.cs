using System.Net;
using System.Runtime.Versioning;
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
    /// <summary>The means of changing the computer; null where settings are only read.</summary>
    public TuneControl? Control { get; init; }

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
        return new TuneHost(facts, store, new JournalFolder(journals), Environment.MachineName, Environment.IsPrivilegedProcess)
        {
            Control = new TuneControl(
                new CimAdapterRestarter(cim),
                new TaskSchedulerTimer(commands, Environment.ProcessPath ?? "ftpx.exe", Path.Combine(Environment.SystemDirectory, "Tasks")),
                NetworkLinks.OfThisComputer,
                PingEcho.AskAsync),
        };
    }

    private static TuneHost OfLinux()
    {
        var ethtool = new LinuxEthtool();
        var facts = HostReader.ReadLinux("/", ethtool, NetworkLinks.OfThisComputer(), Environment.ProcessorCount);
        return new TuneHost(facts, new LinuxStore("/", ethtool), new JournalFolder("/var/lib/accelerator/tune"), Environment.MachineName,
            IsElevated: false);
    }
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
