namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>The comparisons made for a file without a hash of its content. Pure.</summary>
/// <param name="Compared">The properties that were compared and found equal, in sentence order; empty for none.</param>
/// <param name="WhyNoHash">Why no hash was compared: <see cref="NotOffered"/>, …</param>
internal readonly record struct ConsistencyChecks(IReadOnlyList<string> Compared, string WhyNoHash)
{
    /// <summary>The server was asked for a hash and a companion file, and has neither.</summary>
    public const string NotOffered = "no checksum available";

    /// <summary>No hash was requested.</summary>
    public const string NotWanted = "checksum not compared: --verify none";

    /// <summary>The listing reported a short file, so the server was not queried about it.</summary>
    public const string NotAsked = "small file: no checksum requested";

    /// <summary>Two servers were queried, and have no supported hash in common.</summary>
    public const string NoneInCommon = "the servers have no hash in common";

    /// <summary>
    /// A server offers a hash that was not compared: it did not return one when asked, or was not asked because the answer would take too
    /// long.
    /// </summary>
    /// <param name="name">The strongest hash command: <c>XSHA256</c>.</param>
    /// <param name="wasAsked">Whether the server was asked for the hash.</param>
    public static string NotCompared(string name, bool wasAsked) =>
        wasAsked ? $"the server lists {name} and did not give it" : $"{name} not compared: it would take over a fifth of the transfer time";

    /// <summary>The sentence without its end: <c>complete; size, time and range overlaps match (no checksum available)</c>.</summary>
    public override string ToString()
    {
        var compared = Compared.Count switch
        {
            0 => "nothing but the server's end of data shows it",
            1 => $"{Compared[0]} matches",
            _ => $"{string.Join(", ", Compared.SkipLast(1))} and {Compared[^1]} match",
        };
        return $"complete; {compared} ({WhyNoHash})";
    }
}
