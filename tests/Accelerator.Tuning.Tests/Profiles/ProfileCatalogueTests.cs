namespace Accelerator.Tuning.Tests.Profiles;

public sealed class ProfileCatalogueTests
{
    public static TheoryData<string> Names => new(ProfileCatalogue.Names);

    [Fact]
    public void Eight_profiles_come_with_the_program() =>
        Assert.Equal(["conservative", "desktop-10g", "desktop-wan", "dtn-lan-10g", "dtn-wan-10g", "linux-dtn-10g", "linux-perfsonar-10g", "server-wan"], ProfileCatalogue.Names);

    /// <summary>bbr2 stalls connections inside the computer on Windows 11 24H2; experimental applies to every connection.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Each_profile_is_complete_named_like_its_file_and_sets_no_harmful_value(string name)
    {
        var profile = ProfileCatalogue.Read(name);
        Assert.Equal(name, profile.Id);
        Assert.All(profile.Settings, setting => Assert.EndsWith(".", setting.Reason, StringComparison.Ordinal));
        Assert.DoesNotContain(profile.Settings, setting => setting.Value is "bbr2" or "experimental" or "dctcp");
    }

    [Fact]
    public void An_overlay_replaces_the_settings_it_names_and_no_other()
    {
        var plain = ProfileCatalogue.Read("dtn-wan-10g");
        var laid = ProfileCatalogue.Read("dtn-wan-10g+singlestream");
        Assert.Equal("dtn-wan-10g+singlestream", laid.Id);
        Assert.Equal("experimental", laid.Settings.Single(setting => setting.Setting.Id == "tcp.autotuning").Value);
        Assert.Equal("enabled", laid.Settings.Single(setting => setting.Setting.Id == "tcp.timestamps").Value);
        Assert.Equal(["linux.receive-window", "tcp.autotuning"], plain.Settings.Where(own => laid.Settings.All(over => (over.Setting.Id, over.Value) != (own.Setting.Id, own.Value))).Select(own => own.Setting.Id).Order());
    }

    /// <summary>The values of the sites' documents: perfSONAR's at KARI, and TWAREN's.</summary>
    [Theory]
    [InlineData(
        "linux-perfsonar-10g+paced",
        "linux.window-scaling=enabled, linux.autotuning=enabled, linux.sack=enabled, linux.receive-window=33554432, linux.send-window=33554432, linux.receive-buffer-limit=67108864, "
            + "linux.send-buffer-limit=67108864, linux.congestion=htcp, linux.mtu-probing=after-black-hole, linux.no-metrics-save=enabled, linux.default-qdisc=fq, linux.qdisc=fq maxrate 9500mbit, "
            + "linux.arp-announce=best-local, linux.arp-filter=enabled, linux.arp-ignore=own-interface")]
    [InlineData(
        "linux-dtn-10g",
        "linux.window-scaling=enabled, linux.autotuning=enabled, linux.sack=enabled, linux.receive-window=67108864, linux.send-window=67108864, linux.receive-buffer-limit=134217728, "
            + "linux.send-buffer-limit=134217728, linux.congestion=htcp, linux.no-metrics-save=enabled, linux.backlog=30000, linux.transmit-queue=10000, linux.irq-affinity=one-core, linux.governor=performance")]
    public void Those_for_Linux_have_the_values_of_their_sites(string name, string values)
    {
        var profile = ProfileCatalogue.Read(name);
        Assert.Equal(HostPlatform.Linux, profile.Platform);
        Assert.Equal(values, string.Join(", ", profile.Settings.Select(setting => $"{setting.Setting.Id}={setting.Value}")));
    }

    /// <summary>Frames are enlarged on the path to a named peer only: other networks of the computer may not carry them.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Every_profile_has_the_overlay_for_jumbo_frames(string name)
    {
        var plain = ProfileCatalogue.Read(name);
        var jumbo = ProfileCatalogue.Read($"{name}+jumbo").Settings.Where(setting => plain.Settings.All(own => own.Setting != setting.Setting)).ToList();
        Assert.Equal(plain.Platform == HostPlatform.Linux ? ["linux.mtu=9000"] : ["nic.jumbo=9014", "linux.mtu=9000"], jumbo.Select(setting => $"{setting.Setting.Id}={setting.Value}"));
        Assert.All(jumbo, setting => Assert.True(setting.OnPathOnly));
        Assert.DoesNotContain(plain.Settings, setting => setting.OnPathOnly);
    }

    [Theory]
    [InlineData("dtn-wan-10g+fast", "The profile dtn-wan-10g has no overlay \"fast\". It has: singlestream, jumbo.")]
    [InlineData("conservative+singlestream", "The profile conservative has no overlay \"singlestream\". It has: jumbo.")]
    [InlineData("fast", "There is no profile \"fast\". There are: conservative, desktop-10g, desktop-wan, dtn-lan-10g, dtn-wan-10g, linux-dtn-10g, linux-perfsonar-10g, server-wan.")]
    public void An_unknown_profile_or_overlay_is_reported_with_the_available_ones(string name, string message) =>
        Assert.Equal(message, Assert.Throws<FormatException>(() => ProfileCatalogue.Read(name)).Message);
}
