using Accelerator.Cli.Output;
using Accelerator.Loopback.Content;
using Accelerator.Loopback.Logging;

namespace Accelerator.Cli.Serve;

/// <summary>Writes the JSON lines of <c>ftpx serve</c>. Names are stable; docs/json.md lists them and a test compares the two.</summary>
internal static class ServeJson
{
    public static string Opening(string folder, string url, ServeOptions options) => JsonLine.Of("serve", json =>
    {
        json.WriteString("url", url);
        json.WriteString("folder", folder);
        json.WriteString("user", options.User);
        json.WriteNumber("bytes_per_second", options.Rate);
        json.WriteNumber("total_bytes_per_second", options.TotalRate);
        json.WriteSeconds("delay_seconds", options.Delay);
        json.WriteNumber("max_sessions", options.MaxSessions);
    });

    public static string Line(LoopbackEvent happened) => happened switch
    {
        LoopbackEvent.SessionRefused refused => Session(refused.Session, $"{refused.Peer}", null, "full"),
        LoopbackEvent.Login login =>
            Session(login.Session, $"{login.Peer}", LoopbackPath.ToText(login.User), login.IsAccepted ? "accepted" : "wrong_login"),
        LoopbackEvent.TransferEnded ended => Transfer(ended.Transfer),
        _ => throw new ArgumentOutOfRangeException(nameof(happened)),
    };

    public static string Summary(ServeTally tally, TimeSpan elapsed) => JsonLine.Of("serve_result", json =>
    {
        json.WriteNumber("sessions", tally.Sessions);
        json.WriteNumber("transfers", tally.Transfers);
        json.WriteNumber("bytes", tally.Bytes);
        json.WriteSeconds("elapsed_seconds", elapsed);
    });

    private static string Session(int session, string peer, string? user, string outcome) => JsonLine.Of("serve_session", json =>
    {
        json.WriteNumber("session", session);
        json.WriteString("peer", peer);
        json.WriteString("user", user);
        json.WriteString("outcome", outcome);
    });

    private static string Transfer(LoggedTransfer transfer) => JsonLine.Of("serve_transfer", json =>
    {
        json.WriteNumber("session", transfer.Connection);
        json.WriteString("verb", transfer.Verb);
        json.WriteString("path", LoopbackPath.ToText(transfer.Path));
        json.WriteNumber("start", transfer.Offset);
        json.WriteNumber("bytes", transfer.BytesSent);
        json.WriteSeconds("elapsed_seconds", transfer.Elapsed);
        json.WriteString("ending", JsonLines.Name(transfer.Ending));
    });
}
