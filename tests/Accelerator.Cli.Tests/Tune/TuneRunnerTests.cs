namespace Accelerator.Cli.Tests.Tune;

/// <summary>Complete command lines against a simulated computer, with journals in a real folder.</summary>
public sealed class TuneRunnerTests : CommandLineFixture
{
    private const string Mine =
        """
        {
          "id": "mine", "title": "t", "for": "me",
          "settings": {
            "tcp.autotuning": { "value": "normal", "reason": "One stream carries one window.", "source": "s" },
            "tcp.rss": { "value": "enabled", "reason": "Off, one processor takes all.", "source": "s" },
            "nic.rss": { "value": "enabled", "reason": "Off, one processor takes all.", "source": "s" }
          }
        }
        """;

    private readonly FakeStore _store = new();
    private readonly FakeTrialMachine _machine = new();
    private bool _isElevated = true;
    private HostPlatform? _platform = HostPlatform.Windows;

    public TuneRunnerTests()
    {
        Process.Write("mine.json", Mine);
        _store["tcp.autotuning"] = "restricted";
        _store["tcp.rss"] = "enabled";
        _store["nic.rss@0001"] = "disabled";
        _store["dead.tcp-window-size"] = "65535";
    }

    [Fact]
    public void The_help_has_all_profiles() => Assert.Equal(TuneCommand.Profiles, string.Join(", ", ProfileCatalogue.Names));

    [Fact]
    public async Task The_plan_is_shown_and_nothing_is_changed()
    {
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("diff", "mine.json"));
        AssertPage("tune-diff");
        Assert.Equal("restricted", _store["tcp.autotuning"]);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("apply", "mine.json", "--what-if"));
        Assert.Equal("restricted", _store["tcp.autotuning"]);
    }

    [Fact]
    public async Task Applied_changes_are_rolled_back()
    {
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("apply", "mine.json", "--yes"));
        Assert.EndsWith("Changed and verified. To undo it, run: ftpx tune rollback 20260102T030405000Z-mine\n", Out, StringComparison.Ordinal);
        Assert.Equal(("normal", "enabled"), (_store["tcp.autotuning"], _store["nic.rss@0001"]));

        await RunAsync("history");
        Assert.Contains("20260102T030405000Z-mine  mine     2        in force", Out, StringComparison.Ordinal);

        Assert.Equal((int)ExitCodes.Ok, await RunAsync("rollback", "--yes"));
        Assert.EndsWith("20260102T030405000Z-mine is rolled back.\n", Out, StringComparison.Ordinal);
        Assert.Equal(("restricted", "disabled"), (_store["tcp.autotuning"], _store["nic.rss@0001"]));
        await AssertRefusedAsync("There is no tuning to roll back.", "rollback", "--yes");
    }

    [Fact]
    public async Task The_commands_of_the_guide_change_a_computer_and_roll_it_back()
    {
        var lines = Page.Read("guide.md").Lines.Where(line => line is "ftpx tune apply dtn-wan-10g" or "ftpx tune rollback").ToList();
        Assert.Equal(["ftpx tune apply dtn-wan-10g", "ftpx tune rollback"], lines);
        (Process.InIsTerminal, Process.StandardInput) = (true, "y\n");

        Assert.Equal((int)ExitCodes.Ok, await RunAsync(lines[0].Split(' ')[2..]));
        Assert.Equal(("normal", "enabled"), (_store["tcp.autotuning"], _store["nic.rss@0001"]));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync(lines[1].Split(' ')[2..]));
        Assert.Equal(("restricted", "disabled"), (_store["tcp.autotuning"], _store["nic.rss@0001"]));
    }

    /// <summary>Wine's netsh accepts every argument, prints nothing and changes nothing.</summary>
    [Fact]
    public async Task A_change_that_cannot_be_read_back_is_rolled_back_at_once()
    {
        (_store.Fault, _store.FaultAt) = (StoreFault.DoesNothing, 2);
        Assert.Equal((int)ExitCodes.Failed, await RunAsync("apply", "mine.json", "--yes"));
        Assert.Equal(
            "ftpx: error: nic.rss@0001: enabled was written and disabled was read back: not verified.\nftpx: error: Nothing was changed: the settings already written were restored.\n",
            Err);
        Assert.Equal("restricted", _store["tcp.autotuning"]);
    }

    [Fact]
    public async Task Without_elevation_nothing_is_changed_and_the_error_shows_how_to_elevate()
    {
        _isElevated = false;
        Assert.Equal((int)ExitCodes.Elevation, await RunAsync("apply", "mine.json", "--yes"));
        Assert.Contains("Run as administrator", Err, StringComparison.Ordinal);
        Assert.Equal("restricted", _store["tcp.autotuning"]);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("diff", "mine.json"));
    }

    [Theory]
    [InlineData("y\n", "normal")]
    [InlineData("n\n", "restricted")]
    [InlineData("", "restricted")]
    public async Task At_a_terminal_apply_asks_for_confirmation(string answer, string expected)
    {
        (Process.InIsTerminal, Process.StandardInput) = (true, answer);
        await RunAsync("apply", "mine.json");
        Assert.Contains("Apply these changes? [y/N] ", Err, StringComparison.Ordinal);
        Assert.Equal(expected, _store["tcp.autotuning"]);
    }

    [Theory]
    [InlineData("There is no profile \"fast\". There are: conservative, desktop-10g, desktop-wan, dtn-lan-10g, dtn-wan-10g, linux-dtn-10g, linux-perfsonar-10g, server-wan.", "diff", "fast")]
    [InlineData("The profile desktop-wan is for Windows 10 and 11, and this computer runs Windows Server.", "diff", "desktop-wan")]
    [InlineData("This command asks before it changes anything, but standard input is not a terminal. Add --yes.", "apply", "mine.json")]
    [InlineData("There is no tuning \"x\". To list them, run: ftpx tune history", "rollback", "x")]
    public Task Invalid_requests_are_rejected_with_a_reason(string message, params string[] words) => AssertRefusedAsync(message, words);

    [Fact]
    public async Task An_invalid_profile_is_reported_with_its_line()
    {
        Process.Write("bad.json", Mine.Replace("normal", "fast", StringComparison.Ordinal));
        await AssertRefusedAsync("bad.json, line 4: tcp.autotuning: \"fast\" is none of disabled, highlyrestricted, restricted, normal, experimental.", "diff", "bad.json");
        await AssertRefusedAsync("The profile none.json cannot be read: ", "diff", "none.json");
    }

    [Fact]
    public async Task On_Linux_it_is_the_same()
    {
        _platform = HostPlatform.Linux;
        _store["linux.sack"] = "disabled";
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("diff", "conservative"));
        Assert.Matches(@"linux\.sack +disabled +enabled", Out);
        Assert.DoesNotContain("tcp.", Out.Replace("net.ipv4.tcp_", "", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("apply", "conservative", "--what-if"));
        Assert.Equal("disabled", _store["linux.sack"]);

        Assert.Equal((int)ExitCodes.Ok, await RunAsync("apply", "conservative", "--yes"));
        Assert.Equal("enabled", _store["linux.sack"]);
        Assert.Contains("net.ipv4.tcp_sack=1", _store["linux.boot-file"], StringComparison.Ordinal);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("rollback", "--yes"));
        Assert.Equal(("disabled", null), (_store["linux.sack"], _store["linux.boot-file"]));
        Assert.Empty(_machine.Calls);

        _isElevated = false;
        Assert.Equal((int)ExitCodes.Elevation, await RunAsync("apply", "conservative", "--yes"));
        Assert.EndsWith("nothing was changed. Run the command again with sudo.\n", Err, StringComparison.Ordinal);
    }

    /// <summary>The driver uses the new size at once, without an option to restart; the file for the next start waits for the confirmation.</summary>
    [Theory]
    [InlineData(9000, "kept")]
    [InlineData(1500, "rolled back")]
    public async Task On_Linux_larger_frames_are_on_trial_without_a_restart(int carries, string end)
    {
        (_platform, _machine.Carries) = (HostPlatform.Linux, carries);
        Process.Write("jumbo.json", """{ "id": "mine", "title": "t", "for": "me", "settings": { "linux.mtu": { "value": "9000", "on_path_only": true, "reason": "r.", "source": "s" }, "linux.sack": { "value": "enabled", "reason": "r.", "source": "s" } } }""");
        (_store["linux.mtu@0001"], _store["linux.sack"]) = ("1500", "disabled");
        await RunAsync("apply", "jumbo.json", "--yes", "--peer", "127.0.0.1");
        Assert.Null(_store["linux.boot-file"]);
        if (end == "kept")
        {
            Assert.Contains("It is rolled back at ", Out, StringComparison.Ordinal);
            Assert.Equal((int)ExitCodes.Ok, await RunAsync("confirm"));
            Assert.Equal(("9000", "net.ipv4.tcp_sack=1"), (_store["linux.mtu@0001"], _store["linux.boot-file"]));
            Assert.Equal((int)ExitCodes.Ok, await RunAsync("rollback", "--yes"));
        }
        Assert.Equal(("1500", "disabled", null), (_store["linux.mtu@0001"], _store["linux.sack"], _store["linux.boot-file"]));
    }

    [Fact]
    public async Task The_script_for_a_server_is_written_on_every_system()
    {
        _platform = null;
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("export", "linux-perfsonar-10g+paced", "--for-server"));
        Assert.StartsWith("#!/bin/sh\n", Out, StringComparison.Ordinal);
        Assert.Contains("\nkernel net.ipv4.tcp_congestion_control 1 htcp exact tcp_htcp CONFIG_TCP_CONG_HTCP\n", Out, StringComparison.Ordinal);
        Assert.Contains("\nqueue sch_fq CONFIG_NET_SCH_FQ fq maxrate 9500mbit\n", Out, StringComparison.Ordinal);
        Assert.EndsWith("\nfinish\n", Out, StringComparison.Ordinal);
        await AssertRefusedAsync("--for-server writes a shell script that reads the server's own values: omit --peer and --format.", "export", "linux-dtn-10g", "--for-server", "--format", "ps1");
        await AssertRefusedAsync("The profile mine has no setting of Linux, so there is nothing to export for a server.", "export", "mine.json", "--for-server");
    }

    [Fact]
    public async Task On_other_systems_only_the_list_works()
    {
        _platform = null;
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("list"));
        Assert.Contains("tcp.autotuning", Out, StringComparison.Ordinal);
        await AssertRefusedAsync("ftpx tune supports Windows and Linux only.", "show");
    }

    [Theory]
    [InlineData("tune_setting", "list")]
    [InlineData("tune_state", "show")]
    [InlineData("tune_step tune_found", "diff", "mine.json")]
    [InlineData("tune_step tune_found tune_result", "apply", "mine.json", "--yes")]
    public async Task Each_line_of_JSON_has_its_type(string types, params string[] words)
    {
        Assert.Equal((int)ExitCodes.Ok, await RunAsync([.. words, "--json"]));
        Assert.Equal(types.Split(' '), JsonTypes().Distinct());
    }

    [Fact]
    public async Task Adapters_are_restarted_under_a_timer_that_a_confirmation_stops()
    {
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("apply", "mine.json", "--yes", "--restart-adapters"));
        Assert.Equal(["start 20260102T030405000Z-mine 03:09:05", "restart {A}"], _machine.Calls);
        Assert.EndsWith("Changed and verified. It is rolled back at 03:09:05 UTC unless it is confirmed.\n", Out, StringComparison.Ordinal);
        Assert.Equal("ftpx: note: To keep the changes, run \"ftpx tune confirm\" before 03:09:05 UTC. Otherwise they are rolled back then.\n", Err);
        await RunAsync("history");
        Assert.Contains("in force until 2026-01-02 03:09:05 UTC unless confirmed", Out, StringComparison.Ordinal);

        Assert.Equal((int)ExitCodes.Ok, await RunAsync("confirm"));
        Assert.EndsWith("20260102T030405000Z-mine is kept. To undo it, run: ftpx tune rollback 20260102T030405000Z-mine\n", Out, StringComparison.Ordinal);
        Assert.Equal("stop 20260102T030405000Z-mine", _machine.Calls[^1]);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("rollback", "20260102T030405000Z-mine", "--yes", "--restart-adapters", "--unless-confirmed"));
        Assert.EndsWith("20260102T030405000Z-mine was confirmed and is kept.\n", Out, StringComparison.Ordinal);
        Assert.Equal("enabled", _store["nic.rss@0001"]);
        await AssertRefusedAsync("No tuning is waiting for confirmation.", "confirm");
    }

    [Fact]
    public async Task Unconfirmed_changes_are_rolled_back_and_the_adapters_are_restarted_again()
    {
        await RunAsync("apply", "mine.json", "--yes", "--restart-adapters", "--confirm-within", "10");
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("rollback", "20260102T030405000Z-mine", "--yes", "--restart-adapters", "--unless-confirmed"));
        Assert.Equal(["start 20260102T030405000Z-mine 03:14:05", "restart {A}", "stop 20260102T030405000Z-mine", "restart {A}"], _machine.Calls);
        Assert.Equal(("restricted", "disabled"), (_store["tcp.autotuning"], _store["nic.rss@0001"]));
    }

    [Theory]
    [InlineData(false, 0, "ftpx: error: There is no timer.\nftpx: error: The changes were rolled back.\n", "")]
    [InlineData(
        true, 61, "ftpx: error: Some adapter was restarted, and its link did not come back within 60 s.\nftpx: error: The changes were rolled back.\n",
        "start 20260102T030405000Z-mine 03:09:05, restart {A}, stop 20260102T030405000Z-mine, restart {A}")]
    public async Task Without_a_timer_or_a_link_that_comes_back_everything_is_set_back_at_once(bool hasTimer, int looks, string sentences, string calls)
    {
        (_machine.HasTimer, _machine.LooksUntilUp) = (hasTimer, looks);
        Assert.Equal((int)ExitCodes.Failed, await RunAsync("apply", "mine.json", "--yes", "--restart-adapters"));
        if (!hasTimer) Assert.Equal(sentences, Err);
        Assert.EndsWith(sentences, Err, StringComparison.Ordinal);
        if (hasTimer) Assert.Equal(calls.Split(", "), _machine.Calls);
        else Assert.DoesNotContain("restart {A}", _machine.Calls);
        Assert.Equal(("restricted", "disabled"), (_store["tcp.autotuning"], _store["nic.rss@0001"]));
    }

    [Fact]
    public async Task Jumbo_frames_are_kept_on_a_path_that_carries_them()
    {
        WriteJumbo();
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("apply", "jumbo.json", "--yes", "--restart-adapters", "--peer", "127.0.0.1"));
        Assert.EndsWith("Changed and verified. Packets of 9000 bytes reach 127.0.0.1. It is rolled back at 03:09:05 UTC unless it is confirmed.\n", Out, StringComparison.Ordinal);
        Assert.Equal("9014", _store["nic.jumbo@0001"]);
        Assert.Equal(["echo 1500", "start 20260102T030405000Z-mine 03:09:05", "restart {A}", "echo 1500", "echo 9000"], _machine.Calls);
    }

    [Fact]
    public async Task Jumbo_frames_are_rolled_back_on_a_path_that_does_not_carry_them()
    {
        WriteJumbo();
        _machine.Carries = 1500;
        Assert.Equal((int)ExitCodes.Failed, await RunAsync("apply", "jumbo.json", "--yes", "--restart-adapters", "--peer", "127.0.0.1"));
        Assert.Contains("ftpx: error: Packets of 1500 bytes reach 127.0.0.1, and packets of 9000 bytes do not: ", Err, StringComparison.Ordinal);
        Assert.EndsWith("ftpx: error: The changes were rolled back.\n", Err, StringComparison.Ordinal);
        Assert.Equal("1514", _store["nic.jumbo@0001"]);
        Assert.Equal(["stop 20260102T030405000Z-mine", "restart {A}"], _machine.Calls[^2..]);
    }

    [Fact]
    public async Task The_command_that_diff_shows_for_jumbo_frames_is_accepted()
    {
        WriteJumbo();
        File.Move(PathOf("jumbo.json"), PathOf("my jumbo.json"));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("diff", "my jumbo.json", "--peer", "127.0.0.1"));
        Assert.Contains("\nftpx tune apply 'my jumbo.json' --peer 127.0.0.1 --restart-adapters applies them; ", Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Jumbo_frames_need_a_peer_that_answers_and_a_restart()
    {
        WriteJumbo();
        await AssertRefusedAsync("mine enlarges the frames of the adapter on one path, and checks that path. Add --peer HOST: ", "apply", "jumbo.json", "--yes", "--restart-adapters");
        await AssertRefusedAsync("The path can be checked only after the adapter is restarted, ", "apply", "jumbo.json", "--yes", "--peer", "127.0.0.1");
        Process.Err.GetStringBuilder().Clear();
        _machine.Carries = 0;
        Assert.Equal((int)ExitCodes.Network, await RunAsync("apply", "jumbo.json", "--yes", "--restart-adapters", "--peer", "127.0.0.1"));
        Assert.EndsWith("one that answers ping. Nothing was changed.\n", Err, StringComparison.Ordinal);
        Assert.Equal("1514", _store["nic.jumbo@0001"]);
    }

    [Fact]
    public async Task A_setting_that_cannot_be_read_back_is_reported_as_unverified()
    {
        Process.Write("rack.json", Mine.Replace("\"tcp.rss\": { \"value\": \"enabled\"", "\"tcp.rack\": { \"value\": \"default\"", StringComparison.Ordinal));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("apply", "rack.json", "--yes"));
        Assert.Contains("Changed; tcp.rack could not be verified, because nothing reads it back. To undo it, run: ftpx tune rollback", Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_place_for_the_journal_nothing_is_changed()
    {
        Process.Write("journals", "a file where the folder should be");
        Assert.Equal((int)ExitCodes.Disk, await RunAsync("apply", "mine.json", "--yes"));
        Assert.StartsWith("ftpx: error: The journals of ftpx tune cannot be used: ", Err, StringComparison.Ordinal);
        Assert.Equal("restricted", _store["tcp.autotuning"]);
    }

    [Fact]
    public async Task A_plan_is_exported_for_other_tools()
    {
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("export", "mine.json"));
        Assert.Contains("\nnetsh interface tcp set global autotuninglevel=normal\n", Out, StringComparison.Ordinal);
        Assert.Contains("-RegistryKeyword '*RSS' -RegistryValue 1 -NoRestart\n", Out, StringComparison.Ordinal);
        await AssertRefusedAsync("A script of the format sh is for Linux", "export", "mine.json", "--format", "sh");
        await AssertRefusedAsync("--format: \"bat\" is not valid: use netsh, ps1, reg, sh or json.", "export", "mine.json", "--format", "bat");
        await AssertRefusedAsync("--confirm-within: \"0\" is not a number of minutes from 1 to 1440.", "apply", "mine.json", "--confirm-within", "0");
    }

    private void WriteJumbo()
    {
        Process.Write("jumbo.json", """{ "id": "mine", "title": "t", "for": "me", "settings": { "nic.jumbo": { "value": "9014", "on_path_only": true, "reason": "r.", "source": "s" } } }""");
        _store["nic.jumbo@0001"] = "1514";
    }

    private async Task AssertRefusedAsync(string message, params string[] words)
    {
        Process.Err.GetStringBuilder().Clear();
        Assert.Equal((int)ExitCodes.Usage, await RunAsync(words));
        Assert.StartsWith($"ftpx: error: {message}", Err, StringComparison.Ordinal);
    }

    private Task<int> RunAsync(params string[] words)
    {
        var facts = new HostFacts(20348, IsServer: true, 8, [new AdapterFacts("{A}", "Some adapter", "0001") { Link = new LinkFacts("{a}", "Ethernet", 12) { IsUp = true, Mtu = 1500, Addresses = [IPAddress.Loopback] }, Limits = new Dictionary<string, DriverLimits> { ["*JumboPacket"] = DriverLimits.Of([1514, 9014])! } }]) { Platform = _platform ?? HostPlatform.Windows };
        var host = new TuneHost(facts, _store, new JournalFolder(PathOf("journals")), "here", _isElevated)
        {
            Control = new TuneControl(_machine, _machine, _machine.Links, _machine.EchoAsync),
        };
        return FtpxAsync(["tune", .. words], new TuneCommand(new TuneRunner(Process.Value with { Time = _machine }, () => _platform is null ? null : host).RunAsync));
    }
}
