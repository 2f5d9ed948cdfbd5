namespace Accelerator.Loopback.Logging;

/// <summary>One command as the server read it.</summary>
/// <param name="Connection">Ordinal of the control connection, from 1.</param>
/// <param name="Verb">Upper case.</param>
/// <param name="Argument">As sent, one char per byte; "****" for PASS.</param>
public sealed record LoggedCommand(int Connection, string Verb, string Argument)
{
    /// <summary>
    /// Replies that the server had sent on the connection when the command arrived, the greeting included. Commands of one number were sent
    /// without waiting for each other, so the count of different values is the number of round trips.
    /// </summary>
    public int Replies { get; init; }

    /// <summary>The command line, e.g. <c>REST 4096</c>.</summary>
    public string Line => Argument.Length == 0 ? Verb : $"{Verb} {Argument}";
}
