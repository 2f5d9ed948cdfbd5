using Accelerator.Tuning.Catalogue;

namespace Accelerator.Tuning.Reading;

/// <summary>The computer to tune.</summary>
/// <param name="Build">The Windows build number, as in 20348; 0 on Linux.</param>
/// <param name="IsServer">Whether it is a server edition of Windows.</param>
/// <param name="Processors">Logical processors.</param>
/// <param name="Adapters">Adapters that may carry data, in the order of their keys.</param>
public sealed record HostFacts(int Build, bool IsServer, int Processors, IReadOnlyList<AdapterFacts> Adapters)
{
    /// <summary>The operating system.</summary>
    public HostPlatform Platform { get; init; }

    /// <summary>The parts of the Linux kernel; unknown on Windows.</summary>
    public KernelFacts Kernel { get; init; } = KernelFacts.Unknown;

    /// <summary>The memory that programs may use, in bytes; null if it is not known.</summary>
    public long? MemoryBytes { get; init; }

    /// <summary>The name of the system for people, as in <c>Windows Server 2022 Standard, build 20348</c>.</summary>
    public string System { get; init; } = "";
}
