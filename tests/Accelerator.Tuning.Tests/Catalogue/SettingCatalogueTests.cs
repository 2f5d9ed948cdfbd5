namespace Accelerator.Tuning.Tests.Catalogue;

public sealed class SettingCatalogueTests
{
    [Fact]
    public void Every_name_is_there_once_and_is_found_and_another_is_nothing()
    {
        Assert.All(SettingCatalogue.All, setting => Assert.Same(setting, SettingCatalogue.Find(setting.Id)));
        Assert.Null(SettingCatalogue.Find("tcp.magic"));
    }

    [Fact]
    public void Every_setting_documents_its_effect_its_benefit_its_harm_and_its_sources() => Assert.All(SettingCatalogue.All, setting =>
    {
        Assert.Matches(@"^[a-z]+\.[a-z0-9-]+$", setting.Id);
        Assert.All((string[])[setting.Effect, setting.Helps, setting.Hurts], text => Assert.EndsWith(".", text, StringComparison.Ordinal));
        Assert.NotEmpty(setting.Sources);
        Assert.NotEmpty(setting.Defaults);
    });

    /// <summary>
    /// CIM is read in every language and never written: its settings go through netsh, whose keywords are never localised.
    /// </summary>
    [Fact]
    public void Each_written_value_has_one_method() => Assert.All(SettingCatalogue.All, setting =>
    {
        if (setting.NeverWritten is not null) Assert.Null(setting.Netsh);
        else Assert.Equal(setting.Place is SettingPlace.Cim or SettingPlace.Ports or SettingPlace.IPv4Interface or SettingPlace.Unread, setting.Netsh is not null);
        Assert.Equal(setting.Place.Platform == HostPlatform.Linux, setting.Shell is not null);
        if (setting.Netsh is { } words) Assert.Single(words, word => word.Contains(setting.Values is AllowedValues.PortRanges ? "{start}" : "{0}", StringComparison.Ordinal));
    });

    /// <summary>The previous value of an unreadable setting is unknown, so the setting must have a default that netsh accepts.</summary>
    [Fact]
    public void Every_unreadable_setting_has_a_default_that_can_be_written() => Assert.All(
        SettingCatalogue.All.Where(setting => setting.Place is SettingPlace.Unread),
        setting => Assert.True(setting.Values.Problem("default") is null || setting.Values.Problem(setting.Defaults[0].Value) is null, setting.Id));

    [Fact]
    public void A_plan_is_made_of_settings_of_one_system()
    {
        Assert.Contains(SettingCatalogue.All, setting => setting.Place.Platform == HostPlatform.Linux);
        var host = new Reading.HostFacts(0, false, 1, []) { Platform = HostPlatform.Linux };
        Assert.All(SettingCatalogue.All.SelectMany(setting => Reading.SettingTarget.Of(setting, host)), target => Assert.StartsWith("linux.", target.ToString(), StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("dead.tcp-window-size")]
    [InlineData("harm.default-receive-window")]
    [InlineData("harm.system-responsiveness")]
    [InlineData("policy.autotuning")]
    public void Dead_and_dangerous_values_are_never_written(string id) => Assert.NotNull(SettingCatalogue.Find(id)!.NeverWritten);

    [Fact]
    public void Only_adapters_have_keywords() =>
        Assert.All(SettingCatalogue.All, setting => Assert.Equal(setting.Scope == SettingScope.Adapter, setting.Place is SettingPlace.DriverKeyword or SettingPlace.Ethtool or SettingPlace.IPv4Interface or SettingPlace.LinuxFile or SettingPlace.QueueDiscipline or SettingPlace.EachFile { Prefix: "" }));
}
