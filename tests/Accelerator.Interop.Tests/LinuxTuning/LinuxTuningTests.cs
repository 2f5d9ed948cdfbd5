namespace Accelerator.Interop.Tests.LinuxTuning;

/// <summary>
/// ftpx tune as root on this computer's kernel, in a network namespace: what has no namespace (interrupts, governors, rings) is tested in
/// Accelerator.Tuning.Tests. A kernel without htcp or fq shows that their changes are left out.
/// </summary>
public sealed class LinuxTuningTests : RealTests
{
    private const string Peer = "10.95.1.2";

    /// <summary>Every setting that a namespace has, with another value than the kernel's default.</summary>
    private const string Driver =
        """
        { "id": "mine", "title": "t", "for": "me", "platform": "linux", "settings": {
            "linux.receive-window": { "value": "8388608", "reason": "r.", "source": "s" },
            "linux.send-window": { "value": "8388608", "reason": "r.", "source": "s" },
            "linux.window-scaling": { "value": "disabled", "reason": "r.", "source": "s" },
            "linux.autotuning": { "value": "disabled", "reason": "r.", "source": "s" },
            "linux.sack": { "value": "disabled", "reason": "r.", "source": "s" },
            "linux.timestamps": { "value": "enabled-without-offset", "reason": "r.", "source": "s" },
            "linux.slow-start-after-idle": { "value": "disabled", "reason": "r.", "source": "s" },
            "linux.mtu-probing": { "value": "always", "reason": "r.", "source": "s" },
            "linux.no-metrics-save": { "value": "enabled", "reason": "r.", "source": "s" },
            "linux.arp-announce": { "value": "same-subnet", "reason": "r.", "source": "s" },
            "linux.arp-filter": { "value": "enabled", "reason": "r.", "source": "s" },
            "linux.arp-ignore": { "value": "own-interface-and-subnet", "reason": "r.", "source": "s" },
            "linux.congestion": { "value": "CONTROL", "reason": "r.", "source": "s" },
            "linux.transmit-queue": { "value": "10000", "reason": "r.", "source": "s" },
            "linux.qdisc": { "value": "pfifo_fast", "reason": "r.", "source": "s" },
            "linux.gro": { "value": "enabled", "reason": "r.", "source": "s" },
            "linux.tso": { "value": "disabled", "reason": "r.", "source": "s" },
            "linux.mtu": { "value": "9000", "on_path_only": true, "reason": "r.", "source": "s" } } }
        """;

    private const string Segmenting =
        """
        { "id": "tso", "title": "t", "for": "me", "platform": "linux", "settings": {
            "linux.sack": { "value": "disabled", "reason": "r.", "source": "s" },
            "linux.tso": { "value": "enabled", "reason": "r.", "source": "s" } } }
        """;

    // Every kernel has reno; the other one is in most.
    private const string Profile =
        $"""
        control=reno; [ $(cat /proc/sys/net/ipv4/tcp_congestion_control) != reno ] || control=cubic
        sed "s/CONTROL/$control/" >mine.json <<'JSON'
        {Driver}
        JSON
        """;

    [ServerFact("tun", "ip", "tc")]
    public async Task A_profile_is_applied_survives_in_a_file_and_is_rolled_back()
    {
        var (before, after, again, rolledBack) = Parts(await RunAsync(1500,
            $"""
            state; echo ==
            ftpx tune apply linux-perfsonar-10g --peer {Peer} --yes >out; state; echo ==
            ftpx tune diff linux-perfsonar-10g --peer {Peer}; echo ==
            ftpx tune rollback --yes >out; state
            """));

        Assert.NotEqual(before, after);
        Assert.Matches(@"tcp_rmem:\d+\t\d+\t33554432\n", after);
        Assert.Matches(@"tcp_wmem:\d+\t\d+\t33554432\n", after);
        foreach (var line in (string[])["tcp_mtu_probing:1", "tcp_no_metrics_save:1", "arp_announce:2", "arp_filter:1", "arp_ignore:1"]) Assert.Contains($"/{line}\n", after, StringComparison.Ordinal);
        Assert.Matches(@"/etc/sysctl\.d/99-z-accelerator\.conf:net\.ipv4\.tcp_rmem=\d+ \d+ 33554432\n", after);
        Assert.Contains("/etc/sysctl.d/99-z-accelerator.conf:net.ipv4.conf.all.arp_announce=2\n", after, StringComparison.Ordinal);
        Assert.Contains("Nothing to change", again, StringComparison.Ordinal);
        Assert.Equal(after.Contains("tcp_congestion_control:htcp", StringComparison.Ordinal), !again.Contains("this kernel has no tcp_htcp", StringComparison.Ordinal));
        Assert.Equal(after.Contains("qdisc fq acce:", StringComparison.Ordinal), !again.Contains("this kernel has no sch_fq", StringComparison.Ordinal));
        Assert.Equal(before, rolledBack);
    }

    [ServerFact("tun", "ip", "tc")]
    public async Task A_refusal_of_the_kernel_at_any_setting_leaves_everything_as_it_was()
    {
        string[] files = ["ipv4/tcp_rmem", "ipv4/tcp_wmem", "ipv4/tcp_mtu_probing", "ipv4/tcp_no_metrics_save", "ipv4/conf/all/arp_announce", "ipv4/conf/all/arp_filter", "ipv4/conf/all/arp_ignore"];
        var states = (await RunAsync(1500,
            $$"""
            state
            for file in {{string.Join(' ', files)}}; do
                echo ==
                code=0
                sealed /proc/sys/net/$file ftpx tune apply linux-perfsonar-10g --peer {{Peer}} --yes >out 2>err || code=$?
                [ $code = 1 ] && grep -q 'Nothing was changed' err || { cat err; exit 9; }
                state
            done
            """)).Split("==\n");

        Assert.Equal(files.Length + 1, states.Length);
        Assert.All(states, state => Assert.Equal(states[0], state));
    }

    [ServerFact("tun", "ip", "tc")]
    public async Task An_interface_with_larger_frames_is_on_trial_until_it_is_confirmed()
    {
        var (before, tried, kept, rolledBack) = Parts(await RunAsync(9000,
            $"""
            {Profile}
            state; echo ==
            ftpx tune apply mine.json --peer {Peer} --yes | tail -n 1; ls /run; state; echo ==
            ftpx tune confirm; ls /run; state; ftpx tune show | grep -E 'linux.(gro|tso)@near'; echo ==
            ftpx tune rollback --yes >out; state
            """));

        Assert.Contains("Packets of 9000 bytes reach 10.95.1.2. It is rolled back at ", tried, StringComparison.Ordinal);
        Assert.Matches("accelerator-tune-.*-mine.pid\n", tried);
        string[] changed =
        [
            "near/mtu:9000", "near/tx_queue_len:10000", "tcp_sack:0", "tcp_window_scaling:0", "tcp_moderate_rcvbuf:0", "tcp_timestamps:2", "tcp_slow_start_after_idle:0",
            "tcp_mtu_probing:2", "tcp_no_metrics_save:1", "arp_announce:1", "arp_filter:1", "arp_ignore:2",
        ];
        foreach (var line in changed) Assert.Contains($"/{line}\n", tried, StringComparison.Ordinal);
        Assert.Contains("qdisc pfifo_fast acce:", tried, StringComparison.Ordinal);
        Assert.DoesNotContain("99-z-accelerator", tried, StringComparison.Ordinal);
        Assert.Matches(@"tcp_congestion_control:(reno|cubic)\n", tried);
        Assert.Contains("/etc/sysctl.d/99-z-accelerator.conf:net.ipv4.tcp_sack=0\n", kept, StringComparison.Ordinal);
        Assert.DoesNotContain(".pid", kept, StringComparison.Ordinal);
        Assert.Matches("linux.gro@near +enabled", kept);
        Assert.Matches("linux.tso@near +disabled", kept);
        Assert.Equal(before, rolledBack);
    }

    [ServerFact("tun", "ip", "tc")]
    public async Task Larger_frames_that_the_path_does_not_carry_are_rolled_back()
    {
        var (before, said, after, _) = Parts(await RunAsync(1500,
            $"""
            {Profile}
            state; echo ==
            code=0; ftpx tune apply mine.json --peer {Peer} --yes 2>&1 || code=$?; echo "code $code"; ls /run; echo ==
            state; echo ==
            """));

        Assert.Contains("Packets of 1500 bytes reach 10.95.1.2, and packets of 9000 bytes do not", said, StringComparison.Ordinal);
        Assert.EndsWith("The changes were rolled back.\ncode 1\n", said, StringComparison.Ordinal);
        Assert.Equal(before, after);
    }

    /// <summary>The kernel, a driver or tc refuses one change; the journal on the disk says that nothing is in force.</summary>
    [ServerFact("tun", "ip", "tc")]
    public async Task A_refusal_at_an_interface_or_at_the_file_for_the_next_start_leaves_everything_as_it_was()
    {
        string[] refusals =
        [
            "sealed /proc/sys/net/ipv4/tcp_congestion_control ftpx tune apply mine.json", "sealed /sys/class/net/near/tx_queue_len ftpx tune apply mine.json",
            "sealed /sys/class/net/near/mtu ftpx tune apply mine.json", "with_tc 'echo busy >&2' ftpx tune apply mine.json",
            "sealed /etc/sysctl.d ftpx tune apply linux-perfsonar-10g",
            // Without scatter-gather (ETHTOOL_SSG), the kernel accepts TSO and leaves it off.
            "ftpx tune apply tso.json",
        ];
        var states = (await RunAsync(9000,
            $$"""
            {{Profile}}
            echo '{{Segmenting}}' >tso.json
            offload 0x1f 0 >out
            offload 0x19 0 >out
            state
            refused() {
                echo ==
                code=0
                "$@" --peer {{Peer}} --yes >out 2>err || code=$?
                [ $code = 1 ] && grep -q 'Nothing was changed' err || { cat out err; exit 9; }
                ftpx tune history >history
                if grep 'in force' history || ls /run/*.pid 2>err; then exit 8; fi
                state
            }
            {{string.Join('\n', refusals.Select(refusal => $"refused {refusal}"))}}
            """)).Split("==\n");

        Assert.Equal(refusals.Length + 1, states.Length);
        Assert.All(states, state => Assert.Equal(states[0], state));
    }

    [ServerFact("tun", "ip", "tc")]
    public async Task A_run_that_is_killed_in_the_middle_is_rolled_back_from_its_journal()
    {
        var (before, killed, rolledBack, _) = Parts(await RunAsync(9000,
            $"""
            {Profile}
            state; echo ==
            with_tc 'kill -9 $PPID' ftpx tune apply mine.json --peer {Peer} --yes >out 2>err || echo "code $?"; state; echo ==
            ftpx tune rollback --yes >out; state; echo ==
            """));

        Assert.Contains("code 137\n", killed, StringComparison.Ordinal);
        Assert.Contains("/tcp_sack:0\n", killed, StringComparison.Ordinal);
        Assert.Contains("near/tx_queue_len:10000\n", killed, StringComparison.Ordinal);
        Assert.Equal(before, rolledBack);
    }

    [ServerFact("tun", "ip", "tc")]
    public async Task The_script_for_a_server_changes_it_once_and_leaves_a_script_that_undoes_it()
    {
        var parts = (await RunAsync(1500,
            $"""
            ftpx tune export linux-perfsonar-10g --for-server >server.sh
            state; echo ==
            sh server.sh --dry-run {Peer}; ls /var/lib; echo ==
            state; echo ==
            sh server.sh {Peer}; echo ==
            state; echo ==
            sh server.sh {Peer}; echo ==
            sh /var/lib/ftpx-server-rollback-*/rollback.sh; echo ==
            state
            """)).Split("==\n");

        Assert.EndsWith("nothing was changed (--dry-run).\n", parts[1], StringComparison.Ordinal);
        Assert.Equal(parts[0], parts[2]);
        Assert.StartsWith("Interface to 10.95.1.2: near\n", parts[3], StringComparison.Ordinal);
        Assert.Matches(@"net\.ipv4\.tcp_wmem: (\d+ \d+) \d+ -> \1 33554432\n", parts[3]);
        Assert.Matches(@"\d+ changes made\. To undo them, run: sudo sh /var/lib/ftpx-server-rollback-\w+-\w+/rollback\.sh\n$", parts[3]);
        Assert.Matches(@"/etc/sysctl\.d/99-z-accelerator\.conf:net\.ipv4\.tcp_wmem=\d+ \d+ 33554432\n", parts[4]);
        Assert.EndsWith("\nNothing to change.\n", parts[5], StringComparison.Ordinal);
        Assert.DoesNotContain("NOT restored", parts[6], StringComparison.Ordinal);
        Assert.Equal(parts[0], parts[7]);
    }

    [ServerFact("tun", "ip", "tc")]
    public async Task The_script_for_a_server_restores_everything_if_a_change_fails()
    {
        var (before, said, after, _) = Parts(await RunAsync(1500,
            $$"""
            ftpx tune export linux-perfsonar-10g --for-server >server.sh
            state; echo ==
            sealed /proc/sys/net/ipv4/conf/all/arp_ignore sh server.sh {{Peer}} 2>&1 || echo "code $?"; echo ==
            state; echo ==
            """));

        Assert.Contains("error: net.ipv4.conf.all.arp_ignore could not be set to 1. The values changed before are restored.\n", said, StringComparison.Ordinal);
        Assert.EndsWith("code 1\n", said, StringComparison.Ordinal);
        Assert.Equal(before, after);
    }

    private async Task<string> RunAsync(int farMtu, string steps)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(5));
        string[] words = [Path.Combine(AppContext.BaseDirectory, "LinuxTuning", "in-a-namespace"), $"{farMtu}", "/bin/bash", "-euo", "pipefail", "-c",
            $"program=(\"$@\"); ftpx() {{ \"${{program[@]}}\" \"$@\"; }}\n{steps}", "steps", .. NativeProgram.Command];
        return (await ProgramRun.RunFileAsync("/bin/bash", Folder.Path, words, deadline.Token)).Expect().Output;
    }

    private static (string First, string Second, string Third, string Fourth) Parts(string output) =>
        output.Split("==\n") is [var first, var second, var third, var fourth] ? (first, second, third, fourth) : throw new FormatException(output);
}
