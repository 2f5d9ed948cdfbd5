using System.Globalization;
using System.Net;
using Accelerator.Cli.Output;
using Accelerator.Ftp;
using Accelerator.Loopback.Content;
using Accelerator.Loopback.Logging;

namespace Accelerator.Cli.Serve;

/// <summary>Formats the lines of <c>ftpx serve</c>.</summary>
internal static class ServeText
{
    private static readonly TimeSpan Noticed = TimeSpan.FromMilliseconds(100);

    /// <summary>Returns the address of the server, and the command to try next.</summary>
    /// <param name="folder">The full path of the served folder.</param>
    /// <param name="url">The server's address.</param>
    /// <param name="address">The endpoint on which the server listens.</param>
    /// <param name="user">The only accepted user, or null.</param>
    /// <param name="sample">A file in the folder, percent-encoded; null if there is none.</param>
    public static IEnumerable<string> Opening(string folder, string url, IPAddress address, string? user, string? sample)
    {
        var who = user is null ? "all users" : SafeText.Escape(user);
        yield return $"Serving {SafeText.Escape(folder)}, read only, at {url} for "
            + $"{who}{(IPAddress.IsLoopback(address) ? " on this computer" : "")}. Press Ctrl-C to stop.";
        yield return sample is null ? $"Try: ftpx ls {url}" : $"Try: ftpx get {url}{sample}";
    }

    /// <summary>Returns a warning about what other computers may see.</summary>
    public static string Warning(IPAddress address, string folder, string? user) =>
        $"Other computers can reach {address}, and FTP is not encrypted: "
            + $"{(user is null ? "names and data" : "the password and the data")} are sent in clear text."
        + (user is null ? $" Every computer on the network can read {folder}. To require a password, add --user NAME." : "");

    /// <summary>Returns a line for an event, with the time of day.</summary>
    public static string Line(LoopbackEvent happened, DateTimeOffset now) =>
        string.Create(CultureInfo.InvariantCulture, $"{now:HH:mm:ss} ") + happened switch
    {
        LoopbackEvent.SessionRefused refused => $"session {refused.Session} from {refused.Peer} refused: the server is full",
        LoopbackEvent.Login { IsAccepted: true } login => $"session {login.Session} from {login.Peer}: logged in as {Shown(login.User)}",
        LoopbackEvent.Login login => $"session {login.Session} from {login.Peer}: login failed for {Shown(login.User)}",
        LoopbackEvent.TransferEnded { Transfer: var transfer } =>
            $"session {transfer.Connection}: {What(transfer)}: {Format.Size(transfer.BytesSent)}{Speed(transfer)}{How(transfer)}",
        _ => throw new ArgumentOutOfRangeException(nameof(happened)),
    };

    /// <summary>Returns the last line.</summary>
    public static string Summary(ServeTally tally, TimeSpan elapsed) =>
        $"Served {Format.Count(tally.Sessions, "session")} and {Format.Count(tally.Transfers, "transfer")}, {Format.Size(tally.Bytes)}, "
            + $"in {Format.Took(elapsed)}.";

    /// <summary>Returns server-side text in readable form.</summary>
    public static string Shown(string bytes) => SafeText.Escape(LoopbackPath.ToText(bytes));

    private static string What(LoggedTransfer transfer) => transfer switch
    {
        { Verb: not "RETR" } => $"listing of {Shown(transfer.Path)}",
        { Offset: 0 } => Shown(transfer.Path),
        _ => $"{Shown(transfer.Path)} from {Format.Number(transfer.Offset)}",
    };

    // The speed of a transfer that ends at once is of no interest.
    private static string Speed(LoggedTransfer transfer) => transfer.Elapsed < Noticed ? ""
        : $" in {Format.Took(transfer.Elapsed)} ({Format.Rate(transfer.BytesSent / transfer.Elapsed.TotalSeconds)})";

    private static string How(LoggedTransfer transfer) => transfer.Ending switch
    {
        TransferEnding.ClosedByClient => "; the client closed the data connection",
        TransferEnding.NoDataConnection => "; the client opened no data connection",
        TransferEnding.Unreadable => "; the file could not be read to its end",
        TransferEnding.Stopped => "; the server was stopped",
        _ => "",
    };
}
