using Accelerator.Engine.Sites;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>The shared dependencies of the service's work.</summary>
public sealed record JobTools
{
    public required JobLedger Ledger { get; init; }

    /// <summary>This computer's name among the nodes.</summary>
    public required string Node { get; init; }

    /// <summary>The identifier of this start of the service; each start has another.</summary>
    public required string Incarnation { get; init; }

    /// <summary>
    /// The prefix of <see cref="Incarnation"/> for each start over the same data folder, which only one service uses at a time; null for
    /// none.
    /// </summary>
    public string? Home { get; init; }

    /// <summary>
    /// Gets the login for a server (<see cref="CredentialVault.LoginAsync"/>); throws <see cref="CredentialException"/> if there is none.
    /// </summary>
    public required Func<ServerDefinition, CancellationToken, Task<FtpCredential>> Login { get; init; }

    /// <summary>The site cache; null for none.</summary>
    public SiteMemory? Sites { get; init; }

    /// <summary>Receives the events, from many threads.</summary>
    public required IProgress<JobEvent> Events { get; init; }

    /// <summary>The clock of schedules, observations and pauses. Leases are by the system's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    public LeaseTimes Leases { get; init; } = LeaseTimes.Default;

    /// <summary>The rules for local names.</summary>
    public NameRules Names { get; init; } = OperatingSystem.IsWindows() ? NameRules.Windows : NameRules.Linux;

    /// <summary>Gets the current interfaces of this computer.</summary>
    public Func<IReadOnlyList<LocalInterface>> Interfaces { get; init; } = LocalInterface.All;

    /// <summary>Measures the volume of a local folder.</summary>
    internal Func<string, VolumeSpace> Space { get; init; } = VolumeSpace.Of;

    /// <summary>The holder's name in claims.</summary>
    public string Owner => $"{Node}/{Incarnation}";
}
