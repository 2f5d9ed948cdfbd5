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

    /// <summary>The server offers a hash that was not worth its time.</summary>
    /// <param name="name">The strongest: <c>XSHA256</c>.</param>
    public static string TooCostly(string name) => $"{name} not compared: it would take over a fifth of the transfer time";

    /// <summary>The server lists a hash and did not give it.</summary>
    /// <param name="name">The strongest: <c>XSHA256</c>.</param>
    public static string NotGiven(string name) => $"the server lists {name} and did not give it";

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
