using System.Text;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>What the user wants copied from one server to another without passing through this computer.</summary>
public sealed record FxpRequest
{
    /// <summary>The server that has the files.</summary>
    public required FxpServer Source { get; init; }

    /// <summary>The server that is to get them.</summary>
    public required FxpServer Destination { get; init; }

    /// <summary>The files, in order.</summary>
    public required IReadOnlyList<FxpItem> Items { get; init; }

    /// <summary>The server that listens at first; when it, or the other, refuses, the other one does. Default: the destination.</summary>
    public FxpSide Passive { get; init; } = FxpSide.Destination;

    /// <summary>
    /// Files at once, 1 to 64, each over one session at both servers; one more at the destination shows how far they are. Default 8. A
    /// server that lets fewer in is believed.
    /// </summary>
    public int Parallel { get; init; } = 8;

    /// <summary>
    /// What the destination has under the final name already, as long as the source's file and by the servers' clocks not older, counts as
    /// copied. Default false: whether it is replaced follows from <see cref="Overwrite"/> alone.
    /// </summary>
    public bool SkipComplete { get; init; }

    /// <summary>Proof wanted beyond sizes.</summary>
    public Verification Verify { get; init; } = Verification.Auto;

    /// <summary>
    /// Continue what the destination holds of an earlier try, where it can be shown to be of the same file. Default true.
    /// </summary>
    public bool Resume { get; init; } = true;

    /// <summary>
    /// Where the servers do not let data go from one to the other, fetch it and send it on from here, through memory and in one stream a
    /// file. Default false: this product pulls, and who has the file here can let others pull it.
    /// </summary>
    public bool ViaClient { get; init; }

    /// <summary>Replace an existing final file. Default false: it is an error.</summary>
    public bool Overwrite { get; init; }

    /// <summary>
    /// Asked before a file that is whole and proven gets its final name; what it throws is the file's failure, and the partial file stays.
    /// Null, the default, asks nobody.
    /// </summary>
    public Func<FxpReady, CancellationToken, ValueTask>? BeforePublish { get; init; }

    /// <summary>Most sessions at the source; null, the default, for as many as the run has a use for.</summary>
    public int? SessionsAtSource { get; init; }

    /// <summary>Most sessions at the destination; null, the default, for as many as the run has a use for.</summary>
    public int? SessionsAtDestination { get; init; }

    /// <summary>
    /// Local address of the control connections; null, the default, lets the system choose. Servers compare it with the other server's.
    /// </summary>
    public LocalPath? LocalPath { get; init; }

    /// <summary>
    /// Sessions at each server that copy one file together, in segments, where the source sends ranges (RANG) and the destination has shown
    /// that it stores them rightly. 1: never. Null, the default: as many as pay for a file of that size, 32 at most. 1 to 64.
    /// </summary>
    public int? Segments { get; init; }

    /// <summary>
    /// What is remembered of servers, read and written; null, the default, for nothing: then every run finds out anew what a destination
    /// can do.
    /// </summary>
    public SiteMemory? Sites { get; init; }

    /// <summary>
    /// Folder of the records of unfinished copies, made when it is not there: by them a later run goes on, and two runs for one destination
    /// name keep each other out. Null, the default, for neither.
    /// </summary>
    public string? Records { get; init; }

    /// <summary>
    /// Where this user's <see cref="Records"/> lie by default: beside what is remembered of servers. Null where the environment names no
    /// folder.
    /// </summary>
    public static string? FindRecords(Func<string, string?> variable, bool isWindows) =>
        SiteMemory.FindFolder(variable, isWindows) is { } sites ? Path.Combine(Path.GetDirectoryName(sites)!, "fxp") : null;

    /// <summary>Time limits. Connect is also that of the data connection between the servers.</summary>
    public FtpTimeouts Timeouts { get; init; } = new();

    /// <summary>Accept any TLS certificate. Default false. The servers check each other's as they are told to, if at all.</summary>
    public bool AcceptAnyCertificate { get; init; }

    /// <summary>Charset of names on both servers. Default UTF-8.</summary>
    public Encoding Charset { get; init; } = FtpCharsets.Utf8;

    /// <summary>Receives every line of both dialogues, secrets masked; null for none. From many threads.</summary>
    public Action<FxpSide, FtpTraceLine>? Trace { get; init; }
}
