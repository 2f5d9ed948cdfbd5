using Accelerator.Engine.Sites;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>What a service's work is done with.</summary>
public sealed record JobTools
{
    /// <summary>The record.</summary>
    public required JobLedger Ledger { get; init; }

    /// <summary>This computer's name among the nodes.</summary>
    public required string Node { get; init; }

    /// <summary>This start of the service; another one has another.</summary>
    public required string Incarnation { get; init; }

    /// <summary>
    /// What <see cref="Incarnation"/> begins with at each start over the same data folder, which only one service has at a time; null for
    /// none.
    /// </summary>
    public string? Home { get; init; }

    /// <summary>
    /// Says who logs in at a server (<see cref="CredentialVault.LoginAsync"/>); throws <see cref="CredentialException"/> where nobody can.
    /// </summary>
    public required Func<ServerDefinition, CancellationToken, Task<FtpCredential>> Login { get; init; }

    /// <summary>What is remembered of servers; null for nothing.</summary>
    public SiteMemory? Sites { get; init; }

    /// <summary>Told what happens, from many threads.</summary>
    public required IProgress<JobEvent> Events { get; init; }

    /// <summary>Clock of schedules, observations and pauses. Leases are by the system's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>How long claims hold.</summary>
    public LeaseTimes Leases { get; init; } = LeaseTimes.Default;

    /// <summary>What local names may be.</summary>
    public NameRules Names { get; init; } = OperatingSystem.IsWindows() ? NameRules.Windows : NameRules.Linux;

    /// <summary>The interfaces of this computer now.</summary>
    public Func<IReadOnlyList<LocalInterface>> Interfaces { get; init; } = LocalInterface.All;

    /// <summary>Measures the volume of a local folder.</summary>
    internal Func<string, VolumeSpace> Space { get; init; } = VolumeSpace.Of;

    /// <summary>How claims name their holder.</summary>
    public string Owner => $"{Node}/{Incarnation}";
}
