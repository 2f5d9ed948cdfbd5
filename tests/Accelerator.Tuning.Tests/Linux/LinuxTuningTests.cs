namespace Accelerator.Tuning.Tests.Linux;

/// <summary>Plans, changes and rollbacks of a Linux computer in a folder, through the stores that change a real one.</summary>
public sealed class LinuxTuningTests : IDisposable
{
    private const string BootFile = "etc/sysctl.d/99-z-accelerator.conf";

    private readonly LinuxComputer _computer = new();

    public static TheoryData<string> Profiles => new(["linux-perfsonar-10g", "linux-perfsonar-10g+paced", "linux-dtn-10g+jumbo", "dtn-wan-10g+jumbo"]);

    public void Dispose() => _computer.Dispose();

    [Theory]
    [InlineData(
        "linux-perfsonar-10g+paced",
        """
        linux.sack: disabled -> enabled
        linux.receive-window: 6291456 -> 33554432
        linux.send-window: 4194304 -> 33554432
        linux.receive-buffer-limit: 212992 -> 67108864
        linux.send-buffer-limit: 212992 -> 67108864
        linux.congestion: cubic -> htcp
        linux.mtu-probing: disabled -> after-black-hole
        linux.no-metrics-save: disabled -> enabled
        linux.default-qdisc: fq_codel -> fq
        linux.arp-announce: any -> best-local
        linux.arp-filter: disabled -> enabled
        linux.arp-ignore: any -> own-interface
        linux.qdisc@eth0: absent, so mq -> fq maxrate 9500mbit
        linux.boot-file: absent -> net.ipv4.tcp_sack=1; net.ipv4.tcp_rmem=4096 131072 33554432; net.ipv4.tcp_wmem=4096 16384 33554432; net.core.rmem_max=67108864; net.core.wmem_max=67108864; net.ipv4.tcp_congestion_control=htcp; net.ipv4.tcp_mtu_probing=1; net.ipv4.tcp_no_metrics_save=1; net.core.default_qdisc=fq; net.ipv4.conf.all.arp_announce=2; net.ipv4.conf.all.arp_filter=1; net.ipv4.conf.all.arp_ignore=1
        """)]
    [InlineData(
        "linux-dtn-10g+jumbo",
        """
        linux.sack: disabled -> enabled
        linux.receive-window: 6291456 -> 67108864
        linux.send-window: 4194304 -> 67108864
        linux.receive-buffer-limit: 212992 -> 134217728
        linux.send-buffer-limit: 212992 -> 134217728
        linux.congestion: cubic -> htcp
        linux.no-metrics-save: disabled -> enabled
        linux.backlog: 1000 -> 30000
        linux.governor: policy0=schedutil policy1=schedutil policy2=schedutil policy3=powersave -> performance
        linux.transmit-queue@eth0: 1000 -> 10000
        linux.irq-affinity@eth0: 98=0 99=0-7 100=0-7 101=0-7 -> 4
        linux.mtu@eth0: 1500 -> 9000
        linux.boot-file: absent -> net.ipv4.tcp_sack=1; net.ipv4.tcp_rmem=4096 131072 67108864; net.ipv4.tcp_wmem=4096 16384 67108864; net.core.rmem_max=134217728; net.core.wmem_max=134217728; net.ipv4.tcp_congestion_control=htcp; net.ipv4.tcp_no_metrics_save=1; net.core.netdev_max_backlog=30000
        """)]
    public async Task The_plan_has_the_values_of_the_profile_and_the_file_for_the_next_start(string profile, string changes) =>
        Assert.Equal(changes.ReplaceLineEndings("\n"), string.Join('\n', (await _computer.PlanAsync(ProfileCatalogue.Read(profile), "eth0")).Changes()));

    [Theory]
    [MemberData(nameof(Profiles))]
    public async Task Rolled_back_everything_is_as_it_was(string profile)
    {
        var before = _computer.State;
        var plan = await _computer.PlanAsync(ProfileCatalogue.Read(profile), "eth0");
        Assert.Empty((await _computer.ApplyAsync(plan)).Problems);
        Assert.NotEqual(before, _computer.State);
        Assert.Empty((await _computer.PlanAsync(plan.Profile, "eth0")).Steps);
        Assert.Empty((await _computer.RollBackAsync(_computer.Journal)).Problems);
        Assert.Equal(before, _computer.State);
    }

    [Theory]
    [MemberData(nameof(Profiles))]
    public async Task A_refusal_of_any_step_leaves_everything_as_it_was(string profile)
    {
        var plan = await _computer.PlanAsync(ProfileCatalogue.Read(profile), "eth0");
        var before = _computer.State;
        for (var step = 1; step <= plan.Steps.Count; step++)
        {
            _computer.FaultAt = step;
            Assert.EndsWith("was refused.", Assert.Single((await _computer.ApplyAsync(plan)).Problems), StringComparison.Ordinal);
            Assert.Equal(before, _computer.State);
        }
    }

    /// <summary>The journal says that the last written value may or may not have been written.</summary>
    [Theory]
    [MemberData(nameof(Profiles))]
    public async Task A_run_that_dies_after_any_step_is_rolled_back_from_its_journal(string profile)
    {
        var plan = await _computer.PlanAsync(ProfileCatalogue.Read(profile), "eth0");
        var before = _computer.State;
        for (var count = 1; count <= plan.Steps.Count; count++)
        {
            var outcome = await _computer.ApplyAsync(plan with { Steps = [.. plan.Steps.Take(count)] });
            Assert.True(outcome.IsDone);
            Assert.Empty((await _computer.RollBackAsync(_computer.Journal.With(count - 1, StepState.Writing))).Problems);
            Assert.Equal(before, _computer.State);
        }
    }

    /// <summary>A restart before the confirmation undoes the changes, so they must not come back when the computer starts.</summary>
    [Fact]
    public async Task On_trial_the_file_for_the_next_start_is_written_with_the_confirmation()
    {
        var before = _computer.State;
        Assert.True((await _computer.ApplyAsync(await _computer.PlanAsync(ProfileCatalogue.Read("linux-dtn-10g")), isOnTrial: true)).IsDone);
        Assert.Equal("htcp", _computer.Read("proc/sys/net/ipv4/tcp_congestion_control"));
        Assert.False(_computer.Has(BootFile));
        Assert.True((await _computer.FinishAsync(_computer.Journal)).IsDone);
        Assert.Contains("\nnet.ipv4.tcp_congestion_control=htcp\n", _computer.Read(BootFile), StringComparison.Ordinal);
        Assert.All(_computer.Journal.Steps, step => Assert.Equal(StepState.Verified, step.State));

        Assert.Empty((await _computer.RollBackAsync(_computer.Journal)).Problems);
        Assert.Equal(before, _computer.State);
    }

    [Fact]
    public async Task A_confirmation_that_cannot_write_the_file_keeps_the_changes_and_is_reported()
    {
        var plan = await _computer.PlanAsync(ProfileCatalogue.Read("linux-dtn-10g"));
        Assert.True((await _computer.ApplyAsync(plan, isOnTrial: true)).IsDone);
        _computer.FaultAt = 1;
        Assert.Equal(["linux.boot-file was refused."], (await _computer.FinishAsync(_computer.Journal)).Problems);
        Assert.Equal("htcp", _computer.Read("proc/sys/net/ipv4/tcp_congestion_control"));
        Assert.True(_computer.Journal.IsInForce);
    }

    [Fact]
    public async Task A_second_profile_adds_its_lines_and_its_rollback_restores_the_first_ones()
    {
        Assert.True((await _computer.ApplyAsync(await _computer.PlanAsync(Profile(Want("linux.sack", "enabled"), Want("linux.receive-window", "8388608"))))).IsDone);
        var first = _computer.Read(BootFile);
        Assert.Equal("# Written by ftpx tune. \"ftpx tune rollback\" restores the previous file.\nnet.ipv4.tcp_sack=1\nnet.ipv4.tcp_rmem=4096 131072 8388608\n", first);
        Assert.True((await _computer.ApplyAsync(await _computer.PlanAsync(Profile(Want("linux.receive-window", "67108864"), Want("linux.congestion", "bbr"))))).IsDone);
        Assert.EndsWith("\nnet.ipv4.tcp_sack=1\nnet.ipv4.tcp_rmem=4096 131072 67108864\nnet.ipv4.tcp_congestion_control=bbr\n", _computer.Read(BootFile), StringComparison.Ordinal);
        Assert.Empty((await _computer.RollBackAsync(_computer.Journal)).Problems);
        Assert.Equal(first, _computer.Read(BootFile));
    }

    [Theory]
    [InlineData("# mine\nnet.ipv4.tcp_sack=1\n")]
    [InlineData("net.ipv4.ip_forward=1\n")]
    [InlineData("# Written by ftpx tune. \"ftpx tune rollback\" restores the previous file.\nnet.ipv4.tcp_sack = 1\n")]
    public async Task A_file_for_the_next_start_that_was_edited_by_hand_stays(string text)
    {
        _computer.Write(BootFile, text);
        var plan = await _computer.PlanAsync(Profile(Want("linux.sack", "enabled")));
        Assert.Equal(["linux.sack: disabled -> enabled"], plan.Changes());
        Assert.Equal([$"linux.boot-file: /{BootFile} was edited by hand, so the changes last until the computer restarts"], plan.Reasons());
    }

    [Theory]
    [InlineData("kernel/net/ipv4/tcp_bbr.ko:", "reno cubic", true)]
    [InlineData("kernel/net/ipv4/tcp_htcp.ko.zst: kernel/net/ipv4/tcp_cubic.ko", "reno cubic", false)]
    [InlineData("", "reno htcp", false)]
    public async Task Congestion_control_that_the_kernel_lacks_is_left_with_what_to_do(string modules, string controls, bool isMissing)
    {
        _computer.Write("lib/modules/6.1.0-44-amd64/modules.dep", modules);
        _computer.Write("proc/sys/net/ipv4/tcp_available_congestion_control", controls);
        var plan = await _computer.PlanAsync(Profile(Want("linux.congestion", "htcp")));
        Assert.Equal(
            isMissing ? ["linux.congestion: this kernel has no tcp_htcp; it has reno, cubic. Install its package of extra modules, if the distribution has one, or use a profile of your own"] : [], plan.Reasons());
        Assert.Equal(isMissing ? 0 : 2, plan.Steps.Count);
    }

    /// <summary>A kernel without modules tells its parts in its configuration, or not at all: then the change is tried.</summary>
    [Theory]
    [InlineData("# CONFIG_NET_SCH_FQ is not set\nCONFIG_NET_SCH_FQ_CODEL=y\n", true)]
    [InlineData("CONFIG_NET_SCH_FQ=y\n", false)]
    [InlineData("CONFIG_NET_SCH_FQ=m\n", true)]
    [InlineData(null, false)]
    public async Task Without_modules_the_kernel_configuration_lists_the_available_qdiscs(string? config, bool isMissing)
    {
        Directory.Delete(Path.Combine(_computer.Root, "lib"), recursive: true);
        if (config is not null) _computer.Write("boot/config-6.1.0-44-amd64", config);
        var plan = await _computer.PlanAsync(Profile(Want("linux.qdisc", "fq"), Want("linux.default-qdisc", "pfifo_fast")));
        Assert.Equal(isMissing, plan.PassedOver.Any(passed => passed.Target.ToString() == "linux.qdisc@eth0"));
        Assert.Contains("linux.default-qdisc: fq_codel -> pfifo_fast", plan.Changes());
    }

    [Fact]
    public async Task A_virtual_interface_is_changed_only_if_it_carries_the_path()
    {
        var plan = await _computer.PlanAsync(Profile(Want("linux.transmit-queue", "10000")));
        Assert.Equal(["linux.transmit-queue@eth0: 1000 -> 10000"], plan.Changes());
        Assert.Equal(["linux.transmit-queue@br0: it is a virtual interface, and no peer was named to which it carries the path (--peer HOST)"], plan.Reasons());
        plan = await _computer.PlanAsync(Profile(Want("linux.transmit-queue", "10000")), "br0");
        Assert.Equal(["linux.transmit-queue@br0: 1000 -> 10000", "linux.transmit-queue@eth0: 1000 -> 10000"], plan.Changes());
    }

    [Fact]
    public async Task Interrupts_are_spread_over_the_processors_of_the_node()
    {
        var plan = await _computer.PlanAsync(Profile(Want("linux.irq-affinity", "spread")));
        Assert.Equal(["linux.irq-affinity@eth0: 98=0 99=0-7 100=0-7 101=0-7 -> 98=4 99=5 100=6 101=7"], plan.Changes());
        Assert.True((await _computer.ApplyAsync(plan)).IsDone);
        Assert.Equal("6", _computer.Read("proc/irq/100/smp_affinity_list"));
    }

    /// <summary>The options of a queue discipline that others configured are not known, so it could not be restored.</summary>
    [Theory]
    [InlineData("""[{"kind":"fq","handle":"8001:","root":true,"options":{"maxrate":1187500000}}]""", "fq maxrate 9500mbit, configured by other means", false)]
    [InlineData("""[{"kind":"htb","handle":"1:","root":true,"options":{}},{"kind":"sfq","handle":"10:","parent":"1:1","options":{}}]""", "htb, configured by other means", false)]
    [InlineData("""[{"kind":"fq","handle":"acce:","root":true,"options":{"maxrate":1187500000}}]""", "fq maxrate 9500mbit", true)]
    [InlineData("""[{"kind":"noqueue","handle":"0:","root":true,"options":{}}]""", "absent, so noqueue", true)]
    [InlineData("[]", "absent", true)]
    [InlineData("nothing", "unknown (the answer of tc has an unknown form)", false)]
    [InlineData(null, "unknown (tc does not answer; it is in the package iproute2)", false)]
    public async Task A_queue_discipline_is_replaced_only_if_it_can_be_restored(string? shown, string reading, bool isReplaced)
    {
        _computer.Traffic.Shown = shown;
        var target = SettingTarget.Of(SettingCatalogue.Find("linux.qdisc")!, _computer.Host).Single(target => target.Adapter!.Key == "eth0");
        Assert.Equal(reading, (await _computer.Store.ReadAsync(target, CancellationToken.None)).ToString());
        var plan = await _computer.PlanAsync(Profile(Want("linux.qdisc", "fq")));
        Assert.Equal(isReplaced ? 1 : 0, plan.Steps.Count);
    }

    [Fact]
    public async Task A_profile_for_Linux_is_refused_on_Windows_and_the_other_way_round()
    {
        Assert.Equal("The profile linux-dtn-10g is for Linux, and this computer runs Windows.",
            Assert.Throws<FormatException>(() => TuningPlanner.Make(ProfileCatalogue.Read("linux-dtn-10g"), Host())).Message);
        Assert.Equal("The profile mine is for Windows, and this computer runs Linux.",
            (await Assert.ThrowsAsync<FormatException>(() => _computer.PlanAsync(Profile(Want("linux.sack", "enabled")) with { Platform = HostPlatform.Windows }))).Message);
    }

    [Fact]
    public async Task A_value_that_the_kernel_refuses_is_reported()
    {
        var target = SettingTarget.Of(SettingCatalogue.Find("linux.backlog")!, _computer.Host).Single();
        File.Delete(Path.Combine(_computer.Root, "proc/sys/net/core/netdev_max_backlog"));
        Assert.StartsWith("linux.backlog: the kernel refuses 30000: ",
            (await Assert.ThrowsAsync<SettingWriteException>(() => _computer.Store.WriteAsync(target, "30000", CancellationToken.None))).Message, StringComparison.Ordinal);
    }
}
