using Accelerator.Tuning.Advising;
using Accelerator.Tuning.Machine;

namespace Accelerator.Cli.Doctor;

/// <summary>
/// Finds the largest packet that a network path carries, using echoes that may not be fragmented: from the link's own size downwards, never
/// above it.
/// </summary>
internal static class MtuSearch
{
    // The size that every host accepts (RFC 791).
    private const int Least = 576;

    /// <summary>Searches for the path MTU.</summary>
    /// <param name="link">The largest packet of the link, IP header included.</param>
    /// <param name="askAsync">Sends one echo of that many bytes, IP header included.</param>
    public static async Task<PathMtu> RunAsync(int link, Func<int, Task<EchoAnswer>> askAsync)
    {
        if (await AskAsync(link).ConfigureAwait(false) is var refusal && refusal == EchoAnswer.Back)
            return new PathMtu(MtuEvidence.Whole, link, "");
        // Check whether any echo comes back: silence means that echoes are filtered, and says nothing about packets.
        if (link <= Least || await AskAsync(Least).ConfigureAwait(false) != EchoAnswer.Back)
            return new PathMtu(MtuEvidence.Unknown, null,
                "no echo reply arrived, so ICMP is filtered on the network path. Data packets may still pass.");

        var (fits, fails) = (Least, link);
        while (fails - fits > 1)
        {
            var size = (fits + fails) / 2;
            var answer = await AskAsync(size).ConfigureAwait(false);
            if (answer == EchoAnswer.Back) fits = size;
            else (fails, refusal) = (size, answer);
        }
        // Under Wine the system fragments echoes itself after the first report from a hop, and then every size comes back.
        if (await AskAsync(link).ConfigureAwait(false) == EchoAnswer.Back)
            return new PathMtu(MtuEvidence.Unknown, null,
                "an echo request that failed at first got a reply when it was sent again: the network path has changed, "
                    + "or the system fragments echo requests although the don't-fragment flag is set.");
        return refusal == EchoAnswer.TooBig
            ? new PathMtu(MtuEvidence.Narrow, fits, "")
            : new PathMtu(MtuEvidence.Silent, fits,
                $"echo requests of up to {fits} bytes get a reply, and larger ones get neither a reply nor an ICMP error. "
                    + "Either large echo requests are filtered, or a hop silently drops large packets; ftpx probe finds out with data.");

        // Retry after silence: one packet may be lost.
        async Task<EchoAnswer> AskAsync(int size) => await askAsync(size).ConfigureAwait(false) is var answer && answer == EchoAnswer.Silent
            ? await askAsync(size).ConfigureAwait(false) : answer;
    }
}
