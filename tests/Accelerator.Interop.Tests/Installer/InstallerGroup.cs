namespace Accelerator.Interop.Tests.Installer;

/// <summary>The tests that share the packages and the Wine they are installed in.</summary>
[CollectionDefinition(Name)]
public sealed class InstallerGroup : ICollectionFixture<InstallerSession>
{
    public const string Name = "installer";
}
