using Accelerator.Cli.Output;
using Accelerator.Engine.Probing;

namespace Accelerator.Cli.Tests.Output;

public sealed class ProbeTextTests
{
    [Fact]
    public void The_page_reads_like_this() => Assert.Equal(
        """
        ftp://ftp.example.org:21/pub/big.bin

        Server
          greeting     220 (vsFTPd 3.0.3)
          system       UNIX Type: L8
          lists        EPSV MDTM PASV REST SIZE TVFS
          file         1.56 GiB (1677721600 bytes)
          early close  proven: 426 after 187 ms
          REST         proven: 8192 bytes from offset 32781 are those of the plain
                       start, and near the end the count is right
          EPSV         proven: data connections open
          SIZE         claimed: 1677721600 bytes
          not offered  RANG, UTF8

        Path and disk
          round trip   186 ms by NOOP, median 186 ms; by TCP 186 ms
          start        greeting after 374 ms, logged in 745 ms later; a first byte
                       takes 561 ms
          packets      path MTU 9000, segments up to 8948
          connections  the server allows 6; it refused 1
          local disk   takes 2.33 GiB/s (20.0 Gbit/s)

        Goodput
          streams      goodput             each   round trip  out of order  our window
                1   5.38 MiB/s      45.1 Mbit/s       186 ms          none    16.0 MiB
                2   10.8 MiB/s      45.1 Mbit/s       186 ms          none    16.0 MiB
                4   21.5 MiB/s      45.1 Mbit/s       186 ms          none    16.0 MiB
                6   32.3 MiB/s+     45.1 Mbit/s      unknown       0.060 %     unknown
          + had not become even when the time for it was over: it may be more, or less.
          No more streams were tried: the server refused another one.

        Verdict
          The number of connections binds: the server allows 6, and each one brought
          its share of 32.3 MiB/s.
          Each stream stops at 5.38 MiB/s: the server keeps no more than about 1.00 MiB
          in flight (rate x round trip), its send window. Nothing is lost, and our
          window is wider. Only the server's administrator can raise it; more streams
          go round it.
          Use:  ftpx get --streams 6 ftp://ftp.example.org/pub/big.bin

        Notes
          Greeting of ftp.example.org:21: 421 There are too many connections from your
          internet address.
        """.Split('\n'),
        ProbeText.Page(ProbeSamples.Report(), "ftpx get --streams 6 ftp://ftp.example.org/pub/big.bin"));

    [Fact]
    public void The_plan_says_what_will_be_loaded() => Assert.Equal(
        """
        Probing ftp://ftp.example.org:21/pub/big.bin: at most 1:00.
          server  reads the file with 1, 2, 4, 8, 16 streams in turn, while more bring
                  more; at most 17 sessions, 4.00 GiB for each number of streams, and 3
                  refused connections. Nothing is written there.
          disk    writes at most 256 MiB into /data, and removes it.
        """.Split('\n'),
        ProbeText.Plan(ProbeSamples.Plan()));

    public static TheoryData<ProbeLimit> Limits => [.. Enum.GetValues<ProbeLimit>()];

    [Theory]
    [MemberData(nameof(Limits))]
    public void Every_limit_has_a_sentence_of_its_own(ProbeLimit limit)
    {
        var sentence = ProbeVerdictText.Sentences(ProbeSamples.With(limit)).First();
        Assert.EndsWith(".", sentence);
        Assert.DoesNotContain(Enum.GetValues<ProbeLimit>().Where(other => other != limit), other => ProbeVerdictText.Sentences(ProbeSamples.With(other)).First() == sentence);
    }

    [Fact]
    public void A_server_without_REST_and_goodput_that_grows_are_said()
    {
        var report = ProbeSamples.Report();
        report = report with
        {
            Server = report.Server with { Features = [new("REST", FeatureVerdict.Ignored, "")] },
            Verdict = report.Verdict with { MayGrow = true, Streams = 16 },
        };
        Assert.Equal(
            [
                "The server does not honour REST: a file can be fetched only in one stream from its start, whatever several streams would bring.",
                "Goodput still grew with 16 streams: more may bring more (ftpx probe --streams 32).",
            ],
            ProbeVerdictText.Sentences(report).Skip(2));
    }

    [Fact]
    public void No_line_is_wider_than_a_terminal() =>
        Assert.All(ProbeText.Page(ProbeSamples.Report(), "ftpx get x").Concat(ProbeText.Plan(ProbeSamples.Plan())), line => Assert.InRange(line.Length, 0, 79));
}
