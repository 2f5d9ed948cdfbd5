using System.Net.Sockets;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Sessions;

/// <summary>
/// Classifies failures. Pure. The same reply means "wrong password" when no session is logged in and "server full" when others are (ProFTPD
/// answers 530 for both), so the number of open sessions is an input.
/// </summary>
internal static class FailurePolicy
{
    // A hint only, and English only: it decides only whether a first refusal is worth waiting for.
    private static readonly string[] FullWords = ["too many", "maximum", "connection limit", "no more connections", "try again later",
        "server is full"];

    // The words of vsftpd ("Timeout."), ProFTPD ("Idle timeout (600 seconds)"), Pure-FTPd ("Timeout - try typing a little faster next
    // time") and IIS ("Connection timed out"). Like the words above they are a hint: without one the 421 counts as a limit.
    private static readonly string[] TimeoutWords = ["timeout", "timed out", "idle"];

    /// <summary>Classifies a failure.</summary>
    /// <param name="failure">The exception that was thrown.</param>
    /// <param name="others">Sessions of the same site that are open besides the failed one.</param>
    /// <param name="hasStood">Whether any session was ever established during this run.</param>
    public static FailureVerdict Judge(Exception failure, int others, bool hasStood) => failure switch
    {
        TransferException e => new(FailureAction.GiveUp, e.Kind),
        StorageException e => new(
            FailureAction.GiveUp, e.Reason is StorageFailure.Busy or StorageFailure.Exists ? FailureKind.Usage : FailureKind.Disk),
        FtpReplyException e => JudgeReply(e, others, hasStood),
        // A proxy that served other connections of this run has reached its own limit.
        FtpConnectionException { ByProxy: true } when others > 0 => new(FailureAction.LowerCeiling, FailureKind.ServerLimit),
        FtpConnectionException { Stage: FtpStage.Greeting or FtpStage.Connect or FtpStage.Login } when others > 0 =>
            new(FailureAction.LowerCeiling, FailureKind.ServerLimit),
        FtpTimeoutException { Stage: FtpStage.Greeting } when others > 0 => new(FailureAction.LowerCeiling, FailureKind.ServerLimit),
        // No session was ever established: name, port or firewall are wrong, and a minute of retries would only hide it.
        FtpConnectionException { Stage: FtpStage.Resolve or FtpStage.Connect }
            or FtpTimeoutException { Stage: < FtpStage.Session } when !hasStood => new(FailureAction.GiveUp, FailureKind.Network),
        // A server that closes the first handshake in good order rejects it. Every other loss is a failure of the network.
        FtpConnectionException { Stage: FtpStage.Tls, InnerException: not { InnerException: SocketException } } when !hasStood =>
            new(FailureAction.GiveUp, FailureKind.Tls),
        // A new login has a TLS session of its own. The refusal says nothing about limits, offsets or addresses.
        FtpTlsException { IsTransient: true } => new(FailureAction.Retry, FailureKind.Tls),
        FtpTlsException => new(FailureAction.GiveUp, FailureKind.Tls),
        FtpException { IsTransient: false } => new(FailureAction.GiveUp, FailureKind.Network),
        FtpException => new(FailureAction.Retry, FailureKind.Network),
        ArgumentException => new(FailureAction.GiveUp, FailureKind.Usage),
        _ => new(FailureAction.GiveUp, FailureKind.Network),
    };

    /// <summary>
    /// Returns whether a server refuses to start a RETR in the middle although it accepted the marker: vsftpd in ASCII, ProFTPD with
    /// AllowRetrieveRestart off, and others.
    /// </summary>
    public static bool RefusesToRestart(FtpReplyException failure) =>
        failure.Verb == "RETR" && (failure.Reply.IsPermanentRefusal || NamesRestart(failure));

    /// <summary>
    /// Returns whether a server refuses for the moment to send a file from an offset. 421 ends the session, 425 and 426 report the data
    /// connection.
    /// </summary>
    public static bool RefusesOffsetForNow(FtpReplyException failure) =>
        failure is { SessionUsable: true, Verb: "RETR" or "REST", IsTransient: true, Reply.Code: not (421 or 425 or 426) };

    /// <summary>
    /// Returns whether the server refuses a port or a transfer, or the proxy the data connection, rather than the session.
    /// </summary>
    public static bool RefusesData(Exception? failure) =>
        failure is FtpReplyException { Verb: "RETR" or "EPSV" or "PASV", Reply.Code: not 421 }
            or FtpConnectionException { ByProxy: true, Stage: FtpStage.DataConnect };

    /// <summary>
    /// Returns whether a reply may be the refusal of one file for now: another program holds it, or it cannot be read. The same codes may
    /// tell that the server allows no more transfers; a reply whose words say so is no such refusal.
    /// </summary>
    public static bool MayRefuseFile(Exception failure) =>
        failure is FtpReplyException { Verb: "RETR", SessionUsable: true, IsTransient: true, Reply.Code: not (421 or 426) } e
            && !SoundsFull(e);

    // ProFTPD's "425 Unable to build data connection: Operation not permitted" is about the data connection.
    private static bool NamesRestart(FtpReplyException failure) => failure.Reply.Code is not (425 or 426) &&
        failure.Reply.Text.Contains("not permitted", StringComparison.OrdinalIgnoreCase);

    private static FailureVerdict JudgeReply(FtpReplyException failure, int others, bool hasStood)
    {
        var code = failure.Reply.Code;
        return failure.Verb switch
        {
            "" => others > 0 || code is 421 || failure.IsTransient || SoundsFull(failure)
                ? new(FailureAction.LowerCeiling, FailureKind.ServerLimit)
                : new(FailureAction.GiveUp, FailureKind.Network),
            "USER" or "PASS" or "ACCT" => code == 421 || hasStood || SoundsFull(failure)
                ? new(FailureAction.LowerCeiling, FailureKind.ServerLimit)
                : failure.IsTransient ? new(FailureAction.Retry, FailureKind.Login) : new(FailureAction.GiveUp, FailureKind.Login),
            "REST" => failure.IsTransient && !NamesRestart(failure)
                ? new(FailureAction.Retry, FailureKind.Network)
                : new(FailureAction.WithoutRest, FailureKind.RestNotHonoured),
            // The session has reached a time limit of the server, while the server read the file for a hash, or just as the next command
            // was sent to an idle session. That says nothing about the number of sessions.
            _ when code == 421 && (HashCommand.IsVerb(failure.Verb) || Contains(failure, TimeoutWords)) =>
                new(FailureAction.Retry, FailureKind.Network),
            _ when code == 421 => new(FailureAction.LowerCeiling, FailureKind.ServerLimit),
            // 426 reports a broken connection and says nothing about how many sessions are allowed.
            "RETR" when failure.IsTransient && code != 426 && others > 0 => new(FailureAction.LowerCeiling, FailureKind.ServerLimit),
            "EPSV" or "PASV" when failure.IsTransient && others > 0 => new(FailureAction.LowerCeiling, FailureKind.ServerLimit),
            "RETR" or "SIZE" when code is 550 or 553 => new(FailureAction.GiveUp, FailureKind.NotFound),
            _ => failure.IsTransient ? new(FailureAction.Retry, FailureKind.Network) : new(FailureAction.GiveUp, FailureKind.Network),
        };
    }

    private static bool SoundsFull(FtpReplyException failure) => Contains(failure, FullWords);

    private static bool Contains(FtpReplyException failure, string[] words) =>
        failure.Reply.Lines.Any(line => words.Any(word => line.Contains(word, StringComparison.OrdinalIgnoreCase)));
}

/// <summary>The reaction to a failure, and the kind reported when it ends the file.</summary>
internal readonly record struct FailureVerdict(FailureAction Action, FailureKind Kind);

/// <summary>The reaction to a failure.</summary>
internal enum FailureAction
{
    /// <summary>Try again after a pause; the number of tries without progress is bounded.</summary>
    Retry,

    /// <summary>
    /// The server allows no more sessions now: lower the ceiling, return the range, and charge nothing against the retry limit.
    /// </summary>
    LowerCeiling,

    /// <summary>The server refuses to start in the middle of a file: use one stream from 0.</summary>
    WithoutRest,

    /// <summary>Give up this file.</summary>
    GiveUp,
}
