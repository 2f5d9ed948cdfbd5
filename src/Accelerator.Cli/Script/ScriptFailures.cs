using Accelerator.Cli.Hosting;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>What a failure means for the exit code, and which code of FTP says it in a log.</summary>
internal static class ScriptFailures
{
    /// <summary>The exit code.</summary>
    public static ExitCode CodeOf(Exception failure) => failure switch
    {
        TransferException e => ExitCodes.For(e.Kind),
        FtpReplyException { Verb: "USER" or "PASS" or "ACCT" } => ExitCodes.Login,
        FtpReplyException { Reply.Code: 421 } => ExitCodes.ServerLimit,
        FtpReplyException { Reply.IsPermanentRefusal: true } => ExitCodes.NotFound,
        FtpTlsException => ExitCodes.Tls,
        FtpException => ExitCodes.Network,
        ArgumentException => ExitCodes.Usage,
        StorageException { Reason: StorageFailure.Busy or StorageFailure.Exists } => ExitCodes.Usage,
        _ => ExitCodes.Disk,
    };

    /// <summary>The code that scripts look for in a log: one of a refusal, never of a success.</summary>
    public static int ReplyFor(FailureKind kind) => kind switch
    {
        FailureKind.NotFound => 550,
        FailureKind.Login => 530,
        FailureKind.ServerLimit => 421,
        FailureKind.Disk => 452,
        FailureKind.Network or FailureKind.Cancelled => 426,
        _ => 451,
    };

    /// <summary>The lines of a failure; none for a refusal that the log has already.</summary>
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
