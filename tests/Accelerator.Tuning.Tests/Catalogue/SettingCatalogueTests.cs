using Accelerator.Tuning.Catalogue;

namespace Accelerator.Tuning.Tests.Catalogue;

public sealed class SettingCatalogueTests
{
    public static TheoryData<string> Ids => new(SettingCatalogue.All.Select(setting => setting.Id));

    [Fact]
    public void Every_name_is_there_once_and_is_found() => Assert.All(SettingCatalogue.All, setting => Assert.Same(setting, SettingCatalogue.Find(setting.Id)));

    [Fact]
    public void An_unknown_name_is_nothing() => Assert.Null(SettingCatalogue.Find("tcp.magic"));

    [Theory]
    [MemberData(nameof(Ids))]
    public void Every_setting_says_what_it_does_when_it_helps_when_it_hurts_and_who_says_so(string id)
    {
        var setting = SettingCatalogue.Find(id)!;
        Assert.Matches(@"^[a-z]+\.[a-z0-9-]+$", setting.Id);
        Assert.All((string[])[setting.Effect, setting.Helps, setting.Hurts], text => Assert.EndsWith(".", text, StringComparison.Ordinal));
        Assert.NotEmpty(setting.Sources);
        Assert.NotEmpty(setting.Defaults);
    }

    /// <summary>CIM is read in every language and written by nobody here: its settings go through netsh, whose words are never localised.</summary>
    [Theory]
    [MemberData(nameof(Ids))]
    public void What_is_written_has_one_way_to_be_written(string id)
    {
        var setting = SettingCatalogue.Find(id)!;
        if (setting.NeverWritten is not null) Assert.Null(setting.Netsh);
        else Assert.Equal(setting.Place is CimPlace or UnreadPlace, setting.Netsh is not null);
        if (setting.Netsh is { } words) Assert.Single(words, word => word.Contains("{0}", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("dead.tcp-window-size")]
    [InlineData("harm.default-receive-window")]
    [InlineData("harm.system-responsiveness")]
    [InlineData("policy.autotuning")]
    public void Dead_and_dangerous_values_are_never_written(string id) => Assert.NotNull(SettingCatalogue.Find(id)!.NeverWritten);

    [Fact]
    public void Only_adapters_have_keywords() =>
        Assert.All(SettingCatalogue.All, setting => Assert.Equal(setting.Scope == SettingScope.Adapter, setting.Place is KeywordPlace or EthtoolPlace));
}
