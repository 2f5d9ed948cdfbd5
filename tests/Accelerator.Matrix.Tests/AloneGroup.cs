namespace Accelerator.Matrix.Tests;

/// <summary>Cases that measure the whole process: other tests beside them would be counted too.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneGroup
{
    public const string Name = "alone";
}
