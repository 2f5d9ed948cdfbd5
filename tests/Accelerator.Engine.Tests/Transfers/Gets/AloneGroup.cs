namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>
/// Tests that look at what this process makes of its processor, its heap or its clock: while others run beside them it is busy, the controller is right
/// to add no streams, and a round trip lasts longer than the server's latency.
/// </summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneGroup
{
    public const string Name = "alone";
}
