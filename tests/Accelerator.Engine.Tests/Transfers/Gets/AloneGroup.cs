namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>
/// Tests that measure this process's processor time, heap or clock. Beside other tests the process is busy: the controller correctly adds
/// no streams, and a round trip lasts longer than the server's latency.
/// </summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneGroup
{
    public const string Name = "alone";
}
