using System.Runtime.Versioning;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Running;
using Accelerator.Tuning.Stores;

namespace Accelerator.Cli.Tune;

/// <summary>The computer that is tuned, so that tests can give another.</summary>
/// <param name="Facts">What it is.</param>
/// <param name="Store">Its settings.</param>
/// <param name="Journals">The journals of its tunings.</param>
/// <param name="Name">Its name.</param>
/// <param name="IsElevated">Whether this process may change it.</param>
internal sealed record TuneHost(HostFacts Facts, ISettingStore Store, IJournalStore Journals, string Name, bool IsElevated)
{
    /// <summary>By which it is changed; null where it is only read.</summary>
    public TuneControl? Control { get; init; }

    /// <summary>This computer; null where it runs neither Windows nor Linux.</summary>
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
                NetworkLinks.OfThisComputer),
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

/// <summary>By which a computer is changed, beside its settings.</summary>
/// <param name="Restarter">Restarts its adapters.</param>
/// <param name="Timer">Sets back what nobody confirms.</param>
/// <param name="Links">Its interfaces as they are now.</param>
internal sealed record TuneControl(IAdapterRestarter Restarter, IRollbackTimer Timer, Func<IReadOnlyList<LinkFacts>> Links);
