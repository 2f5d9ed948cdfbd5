namespace Accelerator.Engine.Sites;

/// <summary>
/// Decides how fast connections may be opened. 48 connects at once overflow vsftpd's accept queue of 32: the client sees a connection, the
/// server does not, and no greeting comes. 20 ms apart none was lost (measured with 64).
/// </summary>
internal static class RampPolicy
{
    /// <summary>Least time between two connects.</summary>
    public static readonly TimeSpan Spacing = TimeSpan.FromMilliseconds(20);

    /// <summary>
    /// Least time between two connects to a server that is known to allow as many, and where <see cref="ManyStreams"/> were needed: there
    /// the last of 32 streams otherwise starts 0.6 s after the first, finds the link full, leaves slow start early and ends last.
    /// </summary>
    public static readonly TimeSpan ShortSpacing = TimeSpan.FromMilliseconds(2);

    /// <summary>
    /// From this number of streams on, connects follow each other after <see cref="ShortSpacing"/>. A few streams that start together also
    /// leave slow start together, and end later (simulated at 4 and 10 Gbit/s).
    /// </summary>
    public const int ManyStreams = 12;

    /// <summary>
    /// Returns how many connections may wait for a greeting at once. A server that is not known to allow them refuses at most three,
    /// whatever its limit is: of the first four it greets one or more, and after its first refusal there is no further attempt. A server
    /// that is known to take as many gets all of them and the spare ones for the tail at once: 2 ms apart its queue stays short.
    /// </summary>
    /// <param name="greeted">Connections that were greeted so far.</param>
    /// <param name="isProven">Whether the server is known to allow as many as there will be.</param>
    /// <param name="expected">Streams that the site needed before; 0 where this is unknown.</param>
    public static int MostUngreeted(int greeted, bool isProven, int expected = 0)
    {
        if (isProven) return expected >= ManyStreams ? Math.Max(24, expected + (expected / 2)) : 16;
        return greeted == 0 ? 4 : 3;
    }

    /// <summary>
    /// Returns how long to wait after a server has refused a connection: doubling from 1 s while no session is open, from 15 s while one
    /// is.
    /// </summary>
    /// <param name="standing">Sessions that are open.</param>
    /// <param name="refusals">Refusals in a row, 1 or more.</param>
    /// <param name="jitter">0 to 1; spreads clients that were refused together.</param>
    public static TimeSpan CoolDown(int standing, int refusals, double jitter)
    {
        var (first, most) = standing == 0 ? (1.0, 15.0) : (15.0, 300.0);
        var seconds = Math.Min(first * Math.Pow(2, Math.Min(refusals, 20) - 1), most);
        return TimeSpan.FromSeconds(seconds * (0.75 + (jitter * 0.5)));
    }
}
