namespace Accelerator.Interop.Tests.Wine;

/// <summary>The tests that share the Wine whose settings are changed.</summary>
[CollectionDefinition(Name)]
public sealed class WineTuningGroup : ICollectionFixture<WineTuningFixture>
{
    public const string Name = "wine-tuning";
}
