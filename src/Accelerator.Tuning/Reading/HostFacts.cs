namespace Accelerator.Tuning.Reading;

/// <summary>The computer that is to be tuned.</summary>
/// <param name="Build">Windows' build number, as in 20348.</param>
/// <param name="IsServer">Whether it is a server edition.</param>
/// <param name="Processors">Logical processors.</param>
/// <param name="Adapters">Adapters that may carry data, in the order of their class keys.</param>
public sealed record HostFacts(int Build, bool IsServer, int Processors, IReadOnlyList<AdapterFacts> Adapters);
