using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>Compares the servers of two job files: transfers of an unchanged server continue.</summary>
internal static class ServerComparison
{
    /// <summary>Returns whether both definitions are equal.</summary>
    public static bool AreSame(ServerDefinition one, ServerDefinition other) =>
        one with { Bandwidth = other.Bandwidth, Bind = other.Bind, Replicas = other.Replicas } == other
        && one.Bind.SequenceEqual(other.Bind)
        && one.Replicas.SequenceEqual(other.Replicas)
        && one.Bandwidth.Count == other.Bandwidth.Count && one.Bandwidth.Zip(other.Bandwidth).All(pair => AreSame(pair.First, pair.Second));

    private static bool AreSame(BandwidthWindow one, BandwidthWindow other) =>
        one with { Days = other.Days } == other && one.Days.SetEquals(other.Days);
}
