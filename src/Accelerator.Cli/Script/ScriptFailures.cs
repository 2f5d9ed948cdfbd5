using Accelerator.Cli.Hosting;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>Maps failures to exit codes, and to the FTP reply codes shown in a log.</summary>
internal static class ScriptFailures
{
    /// <summary>Returns the exit code.</summary>
    public static ExitCode CodeOf(Exception failure) => failure switch
    {
        TransferException e => ExitCodes.For(e.Kind),
        FtpReplyException { Verb: "USER" or "PASS" or "ACCT" } => ExitCodes.Login,
        FtpReplyException { Reply.Code: 421 } => ExitCodes.ServerLimit,
        FtpReplyException { Reply: { IsPermanentRefusal: true } reply } => CodeOf(reply, ExitCodes.NotFound),
        FtpTlsException => ExitCodes.Tls,
        FtpException => ExitCodes.Network,
        ArgumentException => ExitCodes.Usage,
        StorageException { Reason: StorageFailure.Busy or StorageFailure.Exists } => ExitCodes.Usage,
        _ => ExitCodes.Disk,
    };

    /// <summary>Returns the exit code of a refusal.</summary>
    /// <param name="refusal">The server's reply; 530 says that no user is logged in, whatever the command was.</param>
    /// <param name="otherwise">The exit code of any other reply.</param>
    public static ExitCode CodeOf(FtpReply refusal, ExitCode otherwise) => refusal.Code == 530 ? ExitCodes.Login : otherwise;

    /// <summary>Returns the code that scripts search for in a log: a code for a refusal, never for a success.</summary>
    public static int ReplyFor(FailureKind kind) => kind switch
    {
        FailureKind.NotFound => 550,
        FailureKind.Login => 530,
        FailureKind.ServerLimit => 421,
        FailureKind.Disk => 452,
        FailureKind.Network or FailureKind.Cancelled => 426,
        _ => 451,
    };

    /// <summary>Returns the line of a file that was not fetched; a failure of the local disk is named as one, because 452 is also a code
    /// of servers.</summary>
    public static string Line(FailureKind kind, string message) =>
        $"{ReplyFor(kind)} {(kind == FailureKind.Disk ? "Local file: " : "")}{SafeText.Escape(message)}";

    /// <summary>Returns the lines of a failure; empty for a refusal that the log already contains.</summary>
    public static IEnumerable<string> Lines(Exception failure) => failure switch
    {
        FtpReplyException { Verb: not "" } => [],
        FtpConnectionException { Stage: FtpStage.Connect } or FtpTimeoutException { Stage: FtpStage.Connect } =>
            [$"> ftp: connect :{SafeText.Escape(failure.Message)}"],
        FtpException { SessionUsable: false } e when !e.Message.StartsWith("Connection closed", StringComparison.Ordinal) =>
            [SafeText.Escape(e.Message), "Connection closed by remote host."],
        _ => [SafeText.Escape(failure.Message)],
    };
}
