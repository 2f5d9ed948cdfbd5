namespace Accelerator.Tuning.Tests.Exporting;

/// <summary>
/// The script for a server, run by a shell with --dry-run: ip, modprobe, ethtool and tc are functions that print what these programs print
/// for an adapter of 10 Gbit/s. What it changes for real is tested in Accelerator.Interop.Tests.
/// </summary>
public sealed class ServerScriptTests
{
    private const string Programs =
        """
        id() { echo 1000; }
        ip() { echo '198.51.100.7 via 192.0.2.1 dev eth0 src 192.0.2.2 uid 0'; }
        modprobe() { return 0; }
        tc() { echo "$SHOWN"; }
        ethtool() {
            case $1 in
            -g) printf 'Ring parameters for eth0:\nPre-set maximums:\nRX:\t\t4096\nRX Mini:\tn/a\nTX:\t\t4096\nCurrent hardware settings:\nRX:\t\t512\nRX Mini:\tn/a\nTX:\t\t4096\n' ;;
            -l) printf 'Channel parameters for eth0:\nPre-set maximums:\nRX:\t\tn/a\nOther:\t\t1\nCombined:\t63\nCurrent hardware settings:\nRX:\t\tn/a\nOther:\t\t1\nCombined:\t0\n' ;;
            -k) printf 'Features for eth0:\ntcp-segmentation-offload: off\n\ttx-tcp-segmentation: off\ngeneric-receive-offload: on\n' ;;
            esac
        }
        """;

    [Theory]
    [InlineData("qdisc mq 0: root", "mq -> fq maxrate 9500mbit")]
    [InlineData("qdisc fq acce: root refcnt 9 limit 10000p maxrate 9500Mbit low_rate_threshold 550Kbit", "fq maxrate 9500mbit (as wanted)")]
    [InlineData("qdisc htb 1: root refcnt 9 r2q 10", "left alone: htb was configured by other means and could not be restored")]
    [InlineData("", "none -> fq maxrate 9500mbit")]
    public async Task A_queue_discipline_is_replaced_only_if_the_kernel_chose_it(string shown, string line)
    {
        if (OperatingSystem.IsWindows()) return;
        Assert.Contains($"\neth0 queue discipline: {line}\n", await RunAsync("linux-perfsonar-10g+paced", shown), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Rings_queues_and_offloads_are_read_from_ethtool()
    {
        if (OperatingSystem.IsWindows()) return;
        var lines = (await RunAsync("dtn-wan-10g+jumbo", "")).Split('\n').Where(line => line.StartsWith("eth0 ", StringComparison.Ordinal)).ToList();
        Assert.Equal(["eth0 gro: on (as wanted)", "eth0 tso: off -> on", "eth0 rx: 512 -> 4096", "eth0 tx: 4096 (as wanted)"], lines[..4]);
        Assert.Matches("^eth0 combined: 0 -> [1-8]$", Assert.Single(lines[4..]));
    }

    [Fact]
    public void Larger_frames_are_not_in_it_because_the_path_is_checked_only_by_apply() =>
        Assert.Contains("# Not in this script: every device on the path must carry it. Run ftpx tune apply on the server, which checks the path.",
            ServerScript.Write(ProfileCatalogue.Read("linux-dtn-10g+jumbo")));

    [Fact]
    public void A_reason_does_not_end_its_comment() => Assert.Contains("# linux.sack: a exit 7 $(exit 8) `exit 9`.",
        ServerScript.Write(Profile(Want("linux.sack", "enabled") with { Reason = "a\nexit 7 $(exit 8) `exit 9`." })));

    private static async Task<string> RunAsync(string profile, string shown)
    {
        var start = new ProcessStartInfo("sh") { RedirectStandardInput = true, RedirectStandardOutput = true };
        start.Environment["SHOWN"] = shown;
        using var shell = Process.Start(start)!;
        await shell.StandardInput.WriteAsync($"{Programs}\nset -- --dry-run 198.51.100.7\n{string.Join('\n', ServerScript.Write(ProfileCatalogue.Read(profile)))}\n");
        shell.StandardInput.Close();
        var said = await shell.StandardOutput.ReadToEndAsync();
        await shell.WaitForExitAsync();
        Assert.Equal(0, shell.ExitCode);
        return said;
    }
}
