namespace Accelerator.Matrix.Tests;

/// <summary>Cases that look at what the whole process holds: others beside them would be counted too.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneGroup
{
    public const string Name = "alone";
}
