namespace Accelerator.Engine.Transfers;

/// <summary>What was compared for a file without a hash of its content. Pure.</summary>
/// <param name="Compared">What was compared and found equal, in the order of the sentence; empty for nothing.</param>
/// <param name="WhyNoHash">Why no hash was compared: <see cref="NotOffered"/>, …</param>
internal readonly record struct ConsistencyChecks(IReadOnlyList<string> Compared, string WhyNoHash)
{
    /// <summary>The server was asked for a hash and a companion file, and has neither.</summary>
    public const string NotOffered = "no checksum available";

    /// <summary>No hash was wanted.</summary>
    public const string NotWanted = "checksum not compared: --verify none";

    /// <summary>The listing said that the file is short, and the server was asked nothing more about it.</summary>
    public const string NotAsked = "small file: no checksum requested";

    /// <summary>Two servers were asked, and offer no hash that both know.</summary>
    public const string NoneInCommon = "the servers have no hash in common";

    /// <summary>
    /// A server offers a hash that was not compared: it did not give it when it was asked, or was not asked because the answer would take
    /// too long.
    /// </summary>
    /// <param name="name">The strongest: <c>XSHA256</c>.</param>
    /// <param name="wasAsked">Whether the server was asked for it.</param>
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
