using Accelerator.Cli.Doctor;
using Accelerator.Tuning.Advising;
using Accelerator.Tuning.Machine;

namespace Accelerator.Cli.Tests.Doctor;

/// <summary>Whole pages, as they are read.</summary>
public sealed class DoctorPageTests : IDisposable
{
    private const string ServerPage =
        """
        Computer
          system       Windows Server 2022 Standard, build 20348, 16 processors
          profile      dtn-wan-10g, because this is a server edition of Windows with a
                       link of 10 Gbit/s and a path of 200 ms. --profile NAME takes
                       another.
          settings     17 as that profile wants them, 0 otherwise (ftpx tune diff
                       dtn-wan-10g)
          one stream   16.8 MB under way at most, because autotuning of the receive
                       window is normal
          power        high-performance

        Adapters
          adapter                 link       MTU   queues  buffers  path
          Intel(R) Ethernet X710  10 Gbit/s  1500  8       4096     yes

        Path to ftp.example.org:21
          address      198.51.100.4 from 192.0.2.7, by Intel(R) Ethernet X710
          round trip   200 ms, the shortest of 3 connections
          greeting     after 240 ms
          packets      1500 bytes, as large as the link's, reach the server whole; TCP
                       here reckons with 1500

        Disk
          / takes 12.8 Gbit/s (1.6 GB a second), flush included.

        Arithmetic
          10 Gbit/s at 200 ms: 250 MB must be under way to fill the link.
          One stream can have 16.8 MB, so it cannot exceed 671 Mbit/s: use 19 streams.
          Fewer than 15 can never fill it; the rest is room for losses. ftpx finds the
          number by itself (--streams auto).
          The server's own window may be smaller: ftpx probe measures it.

        Do these first
          Nothing: of what is known, nothing stands in the way.
        """;

    private const string DesktopPage =
        """
        Computer
          system       Windows 11, build 26100, 8 processors
          profile      desktop-wan, because this is a desktop edition of Windows.
                       --profile NAME takes another.
          settings     2 as that profile wants them, 3 otherwise (ftpx tune diff
                       desktop-wan)
          one stream   1.05 MB under way at most, because autotuning of the receive
                       window is restricted
          power        saver
          antivirus    Defender looks at files as they are written; whether it leaves
                       this folder alone is unknown

        Adapters
          adapter                             link      MTU   queues   buffers  path
          Realtek PCIe GbE Family Controller  1 Gbit/s  1500  default  default  yes

        Path to ftp.example.org:21
          address      198.51.100.4 from 192.0.2.7, by Realtek PCIe GbE Family
                       Controller
          round trip   200 ms, the shortest of 3 connections
          greeting     after 240 ms
          packets      1400 bytes at most: a hop says that larger ones are too big; TCP
                       here reckons with 1500

        Disk
          / takes 760 Mbit/s (95 MB a second), flush included.

        Arithmetic
          1 Gbit/s at 200 ms: 25 MB must be under way to fill the link.
          One stream can have 1.05 MB, so it cannot exceed 41.9 Mbit/s: use 30 streams.
          Fewer than 24 can never fill it; the rest is room for losses. ftpx finds the
          number by itself (--streams auto).
          The server's own window may be smaller: ftpx probe measures it.

        Findings
          -  Set tcp.provider (Congestion control) from bbr2 to cubic. bbr2 stalls
             connections inside the computer on Windows 11 24H2.
             (the command of 1)
          -  Set tcp.rsc (Receive segment coalescing) from disabled to enabled. Less
             processor time for each byte.
             (the command of 1)
          -  TcpWindowSize is 65535: Windows 10, Server 2019 and later do not read it.

        Unknown
          -  The antivirus program: only a terminal of an administrator is told which
             folders Defender leaves alone.

        Do these first
          1. Set tcp.autotuning (Receive window autotuning) from restricted to normal.
             One stream can have 1.05 MB under way, because autotuning of the receive
             window is restricted: at 200 ms that is 41.9 Mbit/s at most. With 16.8 MB
             it is 671 Mbit/s.
             ftpx tune apply desktop-wan
          2. Choose the balanced power plan.
             The plan that saves power holds processors and buses at their slowest.
             powercfg /setactive SCHEME_BALANCED
          3. Put the data on a faster disk, if there is one; this measures another
             folder's.
             The disk of / takes 760 Mbit/s, and the link brings 1 Gbit/s.
             ftpx doctor --folder FOLDER
        """;

    private const string WinePage =
        """
        Computer
          system       Microsoft Windows 10, build 19043, 2 processors
          profile      desktop-wan, because this is a desktop edition of Windows; no
                       adapter says how fast it is (--bandwidth 10G would). --profile
                       NAME takes another.
          settings     0 as that profile wants them, 0 otherwise, 6 unknown (ftpx tune
                       diff desktop-wan)
          one stream   unknown
          power        unknown
          antivirus    unknown

        Adapters
          None is known.

        Disk
          / takes 12.8 Gbit/s (1.6 GB a second), flush included.

        Arithmetic
          One stream carries one window in a round trip. Neither the window nor the
          link's speed is known here, so there is nothing to reckon with.

        Unknown
          -  tcp.autotuning, tcp.provider, tcp.force-window-scaling: CIM does not
             answer for MSFT_NetTCPSetting.
          -  tcp.rss, tcp.rsc, tcp.chimney: CIM does not answer for
             MSFT_NetOffloadGlobalSetting.
          -  How much one stream may have under way: the settings that decide it could
             not be read.
          -  How fast the link is: no adapter says it. --bandwidth 10G would.
          -  The power plan: the system does not say.
          -  The antivirus program: CIM does not answer for MSFT_MpComputerStatus.

        Do these first
          Nothing can be advised: what matters most could not be read.
        """;

    private const string LinuxPage =
        """
        Computer
          system       Linux 6.1.0-28-amd64, 16 processors
          profile      dtn-wan-10g, because this is Linux with a link of 10 Gbit/s and
                       a path of 150 ms. --profile NAME takes another.
          settings     4 as that profile wants them, 7 otherwise (ftpx tune diff
                       dtn-wan-10g)
          one stream   3.15 MB under way at most, because net.ipv4.tcp_rmem allows
                       6291456 bytes of buffer, of which half is window
          power        powersave

        Adapters
          adapter       link       MTU   queues  buffers  path
          eth0 (ixgbe)  10 Gbit/s  9000  8       512      yes

        Path to ftp.example.org:21
          address      198.51.100.4 from 192.0.2.7, by eth0 (ixgbe)
          round trip   150 ms, the shortest of 3 connections
          greeting     after 180 ms
          packets      1500 bytes at most: a hop says that larger ones are too big; TCP
                       here reckons with 1500

        Disk
          / takes 12.8 Gbit/s (1.6 GB a second), flush included.

        Arithmetic
          10 Gbit/s at 150 ms: 188 MB must be under way to fill the link.
          One stream can have 3.15 MB, so it cannot exceed 168 Mbit/s: use 64 streams.
          Fewer than 60 can never fill it; the rest is room for losses. ftpx finds the
          number by itself (--streams auto).
          The server's own window may be smaller: ftpx probe measures it.

        Findings
          -  Set the MTU of eth0 (ixgbe) to 1500, or have the hop changed that is in
             the way. It sends packets of 9000 bytes, and a hop on the way takes 1500
             at most: each connection loses its first large packets, and hangs where
             the hop's message is filtered.
             ip link set dev eth0 mtu 1500
          -  Set linux.send-window (Most of the send buffer) to 67108864. For what is
             sent: 32 MiB of window, 1.3 Gbit/s for a stream at 200 ms.
             sysctl -w net.ipv4.tcp_wmem='4096 16384 67108864'
          -  Set linux.slow-start-after-idle (Slow start after idle) to disabled. The
             speed is kept across the pause between two files.
             sysctl -w net.ipv4.tcp_slow_start_after_idle=0
          -  Set linux.mtu-probing (Search for the path's packet size) to
             after-black-hole. A path that swallows large packets silently is found
             out.
             sysctl -w net.ipv4.tcp_mtu_probing=1
          -  Set linux.tso (Large sends) to enabled on eth0 (ixgbe). The adapter cuts
             large sends.
             ethtool -K eth0 tso on

        Do these first
          1. Set linux.receive-window (Most of the receive buffer) from 6291456 to
             67108864.
             One stream can have 3.15 MB under way, because net.ipv4.tcp_rmem allows
             6291456 bytes of buffer, of which half is window: at 150 ms that is 168
             Mbit/s at most. With 33.6 MB it is 1.79 Gbit/s.
             sysctl -w net.ipv4.tcp_rmem='4096 131072 67108864'
          2. Set linux.governor (Speed of the processors) from powersave to
             performance.
             Processors do not slow down between two bursts.
             cpupower frequency-set -g performance
          3. Set linux.backlog (Packets that wait for the stack) from 1000 to 10000.
             At 10 Gbit/s 830 packets of 1500 bytes arrive in a millisecond.
             sysctl -w net.core.netdev_max_backlog=10000
          What sysctl -w sets holds until the computer is restarted; a file in
          /etc/sysctl.d makes it stay.
        """;

    private const string AlonePage =
        """
        Computer
          system       Windows Server 2022 Standard, build 20348, 16 processors
          profile      dtn-wan-10g, because this is a server edition of Windows with a
                       link of 10 Gbit/s; no path was measured, so it is taken for a
                       long one. --profile NAME takes another.
          settings     17 as that profile wants them, 0 otherwise (ftpx tune diff
                       dtn-wan-10g)
          one stream   16.8 MB under way at most, because autotuning of the receive
                       window is normal
          power        high-performance

        Adapters
          adapter                 link       MTU   queues  buffers  path
          Intel(R) Ethernet X710  10 Gbit/s  1500  8       4096

        Disk
          / takes 12.8 Gbit/s (1.6 GB a second), flush included.

        Arithmetic
          One stream carries one window in a round trip, whatever the link could carry:
          round trip  to fill 10 Gbit/s  one stream at most  streams to use
          10 ms       12.5 MB            13.4 Gbit/s         1
          50 ms       62.5 MB            2.68 Gbit/s         5
          100 ms      125 MB             1.34 Gbit/s         10
          200 ms      250 MB             671 Mbit/s          19
          ftpx doctor ftp://HOST measures the round trip to a server, and reckons with
          that.

        Do these first
          Nothing: of what is known, nothing stands in the way.
        """;

    private readonly TestSurroundings _process = new();

    public void Dispose() => _process.Dispose();

    [Fact]
    public Task A_server_that_is_as_it_should_be_on_a_long_path() => AssertAsync(
        ServerPage,
        DoctorSamples.Host(DoctorSamples.Server(), DoctorSamples.Path()), "ftp://ftp.example.org/");

    [Fact]
    public Task A_desktop_whose_window_is_restricted() => AssertAsync(
        DesktopPage,
        DoctorSamples.Host(DoctorSamples.Desktop(), DoctorSamples.Path() with { Mtu = new PathMtu(MtuEvidence.Narrow, 1400, "") }, new NotTold(), diskRate: 95e6), "ftp://ftp.example.org/");

    [Fact]
    public Task Wine_which_says_almost_nothing() => AssertAsync(
        WinePage,
        DoctorSamples.Host(DoctorSamples.Wine(), defender: new NoCim()));

    [Fact]
    public Task Linux_with_jumbo_frames_that_a_hop_refuses() => AssertAsync(
        LinuxPage,
        DoctorSamples.Host(DoctorSamples.Linux(), DoctorSamples.Path(150) with { Mtu = new PathMtu(MtuEvidence.Narrow, 1500, "") }), "ftp://ftp.example.org/");

    [Fact]
    public Task A_server_without_a_path() => AssertAsync(
        AlonePage,
        DoctorSamples.Host(DoctorSamples.Server()));

    private async Task AssertAsync(string page, DoctorHost host, params string[] words)
    {
        // Lines break by the length of the folder's name, and a test's own folder has another on each machine.
        var process = _process.Value with { Folder = Path.GetPathRoot(_process.Folder)! };
        var options = new DoctorOptions { Address = words.Length > 0 ? words[0] : null };
        Assert.Equal(0, await new DoctorRunner(process, () => host, (_, _, _, _, _) => throw new InvalidOperationException()).RunAsync(options));
        Assert.Equal(page, _process.Out.ToString().TrimEnd(), ignoreLineEndingDifferences: true);
    }

    private sealed class NoCim : ICimSource
    {
        public Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string space, string className, CancellationToken cancellationToken) => throw new CimException($"CIM does not answer for {className}");
    }

    private sealed class NotTold : ICimSource
    {
        public Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string space, string className, CancellationToken cancellationToken) =>
            Task.FromResult<IReadOnlyList<IReadOnlyDictionary<string, string>>>(
            [
                new Dictionary<string, string> { ["RealTimeProtectionEnabled"] = "1", ["ExclusionPath"] = "N/A: Must be an administrator to view exclusions" },
            ]);
    }
}
