namespace Accelerator.Interop.Tests.Wine;

/// <summary>The tests that share the Wine whose settings they change.</summary>
[CollectionDefinition(Name)]
public sealed class WineTuningGroup : ICollectionFixture<WineTuningFixture>
{
    public const string Name = "wine-tuning";
}
