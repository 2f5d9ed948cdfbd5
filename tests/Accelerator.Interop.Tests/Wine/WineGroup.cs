namespace Accelerator.Interop.Tests.Wine;

/// <summary>The tests that share one Wine.</summary>
[CollectionDefinition(Name)]
public sealed class WineGroup : ICollectionFixture<WineSession>
{
    public const string Name = "wine";
}
