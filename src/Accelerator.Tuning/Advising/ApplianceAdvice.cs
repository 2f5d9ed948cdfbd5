using System.Globalization;

namespace Accelerator.Tuning.Advising;

/// <summary>
/// The advice to ask the owner of a device on the network path: a security appliance, a shaper or a policer. Its signs are in the earlier
/// transfers from the server. Pure.
/// </summary>
internal static class ApplianceAdvice
{
    // Enough for slow start to be over at 10 Gbit/s and 200 ms.
    private const long LeastBytes = 256L << 20;
    private const long LeastCut = 1L << 20;
    private static readonly TimeSpan LeastTime = TimeSpan.FromSeconds(5);

    private const int Enough = 3;
    private const double Alike = 0.1;
    private const double CutAlike = 0.01;
    private const double MoreStreams = 2;

    // The cause is a suspicion, so the measured findings come first.
    private const double MostGain = 3;

    // A rate above this share of the link or of the disk is limited by them.
    private const double Filled = 0.8;

    public static IEnumerable<Advice> Of(Exam exam) => [.. Constant(exam), .. Cut(exam)];

    private static IEnumerable<Advice> Constant(Exam exam)
    {
        var measured = exam.PastTransfers.Where(one => !one.IsCut && one.Bytes >= LeastBytes && one.Elapsed >= LeastTime && one.Streams > 0)
            .ToList();
        if (measured.Count < Enough || exam is not { BitsPerSecond: { } link, DiskBytesPerSecond: { } disk }) return [];
        var (least, most) = (measured.Min(one => one.BytesPerSecond), measured.Max(one => one.BytesPerSecond));
        var (few, many) = (measured.Min(one => one.Streams), measured.Max(one => one.Streams));
        if (most - least > most * Alike || many < few * MoreStreams || most * 8 >= link * Filled || most >= disk * Filled) return [];
        return
        [
            new Advice("path.appliance",
                "Ask the owner of the network, and of each security appliance on the path, for the rate that it allows between the two "
                    + "addresses, whether it inspects FTP data, and for an exception. Ask the server's owner for a rate limit per address.",
                $"The last {measured.Count} transfers from the server reached {Spoken.Bits(least * 8)} to {Spoken.Bits(most * 8)} with "
                    + $"{few} to {many} streams, regardless of their number, and neither the link ({Spoken.Bits(link)}) nor the disk is "
                    + "full: all streams share a limit, set by a policer, an appliance, the server or your own --limit-rate.",
                "ftpx probe URL", Math.Min(MostGain, link / (most * 8))),
        ];
    }

    private static IEnumerable<Advice> Cut(Exam exam)
    {
        var cut = exam.PastTransfers.Where(one => one.IsCut && one.Bytes >= LeastCut).Select(one => one.Bytes).Order().ToList();
        if (cut.Count < Enough || cut[^1] - cut[0] > cut[^1] * CutAlike) return [];
        return
        [
            new Advice("path.resets",
                "Ask the owner of each firewall and security appliance on the path for its limit of bytes or of time for one connection, "
                    + "and for an exception for this server.",
                $"{cut.Count.ToString(CultureInfo.InvariantCulture)} transfers from the server were interrupted after "
                    + $"{Spoken.Bytes(cut[0])} to {Spoken.Bytes(cut[^1])}: a failing line interrupts them at random, "
                    + "a device with a limit always at the same place.",
                $"ftpx get --segment-size 64M-{Math.Max(64, cut[0] / 4 >> 20)}M URL", 1.2),
        ];
    }
}
