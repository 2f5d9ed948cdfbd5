namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>
/// Tests that look at what this process makes of its processor: while others run beside them it is busy, and the controller is right to add no
/// streams.
/// </summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneGroup
{
    public const string Name = "alone";
}
