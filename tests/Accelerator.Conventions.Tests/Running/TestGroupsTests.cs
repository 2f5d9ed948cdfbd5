using Accelerator.TestRun;

namespace Accelerator.Conventions.Tests.Running;

public sealed class TestGroupsTests
{
    [Theory]
    [InlineData("Accelerator.Engine.Tests.Storage.LocalNameTests", "engine")]
    [InlineData("Accelerator.Interop.Tests.Wine.WineGetTests", "wine")]
    [InlineData("Accelerator.Interop.Tests.SomeTests", "interop")]
    public void A_class_belongs_to_its_project_or_to_its_folder_of_Interop(string className, string group) => Assert.Equal(group, TestGroups.Of(className));

    [Fact]
    public void Every_test_project_of_the_checkout_is_in_a_group()
    {
        var groups = TestGroups.Find(Checkout.Root);
        Assert.Equal(
            Checkout.Files("tests", "*.csproj").Select(path => Path.GetFileNameWithoutExtension(path)).Where(name => name.EndsWith(".Tests", StringComparison.Ordinal)).Order(),
            groups.Projects.Append("interop").Select(name => $"Accelerator.{char.ToUpperInvariant(name[0])}{name[1..]}.Tests").Order());
        Assert.Contains("wine", groups.Interop);
    }
}
