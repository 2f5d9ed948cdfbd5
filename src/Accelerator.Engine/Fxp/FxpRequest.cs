using System.Text;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>A request to copy files from one server to another without passing them through this computer.</summary>
public sealed record FxpRequest
{
    /// <summary>The server that has the files.</summary>
    public required FxpServer Source { get; init; }

    /// <summary>The server that receives them.</summary>
    public required FxpServer Destination { get; init; }

    /// <summary>The files, in order.</summary>
    public required IReadOnlyList<FxpItem> Items { get; init; }

    /// <summary>
    /// The server that listens at first; when it, or the other, refuses, the other one listens. Default: the destination.
    /// </summary>
    public FxpSide Passive { get; init; } = FxpSide.Destination;

    /// <summary>
    /// Files at once, 1 to 64, each over one session at both servers; one more at the destination measures the progress. Default 8. If a
    /// server accepts fewer sessions, the run continues with those.
    /// </summary>
    public int Parallel { get; init; } = 8;

    /// <summary>
    /// Whether a file that exists under the final name counts as copied when it is as long as the source's and not older by the servers'
    /// clocks. Default false: whether it is replaced follows from <see cref="Overwrite"/> alone.
    /// </summary>
    public bool SkipComplete { get; init; }

    /// <summary>Verification wanted beyond sizes.</summary>
    public Verification Verify { get; init; } = Verification.Auto;

    /// <summary>Continue a partial file of an earlier try, where it can be shown to belong to the same file. Default true.</summary>
    public bool Resume { get; init; } = true;

    /// <summary>
    /// Where the servers do not send data to each other, fetch it and send it on from here, through memory and in one stream a file.
    /// Default false: this product downloads, and a user who has the file here can let others download it.
    /// </summary>
    public bool ViaClient { get; init; }

    /// <summary>Replace an existing final file. Default false: it is an error.</summary>
    public bool Overwrite { get; init; }

    /// <summary>
    /// Called before a file that is complete and verified gets its final name; an exception from it is the file's failure, and the partial
    /// file stays. Default null: nothing is called.
    /// </summary>
    public Func<FxpReady, CancellationToken, ValueTask>? BeforePublish { get; init; }

    /// <summary>Most sessions at the source; null, the default, for as many as the run can use.</summary>
    public int? SessionsAtSource { get; init; }

    /// <summary>Most sessions at the destination; null, the default, for as many as the run can use.</summary>
    public int? SessionsAtDestination { get; init; }

    /// <summary>
    /// Local address of the control connections; null, the default, lets the system choose. Servers compare it with the other server's.
    /// </summary>
    public LocalPath? LocalPath { get; init; }

    /// <summary>
    /// Sessions at each server that copy one file together, in segments, where the source sends ranges (RANG) and the destination was
    /// tested to store them correctly. 1: never. Null, the default: as many as pay for a file of that size, 32 at most. 1 to 64.
    /// </summary>
    public int? Segments { get; init; }

    /// <summary>
    /// The site profiles, read and written; null, the default, for none: then every run tests again what a destination can do.
    /// </summary>
    public SiteMemory? Sites { get; init; }

    /// <summary>
    /// Folder of the records of unfinished copies, created when it does not exist: they let a later run resume, and keep two runs for one
    /// destination name apart. Null, the default, for neither.
    /// </summary>
    public string? Records { get; init; }

    /// <summary>
    /// Returns the default location of this user's <see cref="Records"/>: beside the site profiles. Null where the environment names no
    /// folder.
    /// </summary>
    public static string? FindRecords(Func<string, string?> variable, bool isWindows) =>
        SiteMemory.FindFolder(variable, isWindows) is { } sites ? Path.Combine(Path.GetDirectoryName(sites)!, "fxp") : null;

    /// <summary>Time limits. Connect also applies to the data connection between the servers.</summary>
    public FtpTimeouts Timeouts { get; init; } = new();

    /// <summary>
    /// Accept any TLS certificate. Default false. Whether the servers check each other's certificates depends on their configuration.
    /// </summary>
    public bool AcceptAnyCertificate { get; init; }

    /// <summary>Charset of names on both servers. Default UTF-8.</summary>
    public Encoding Charset { get; init; } = FtpCharsets.Utf8;

    /// <summary>Receives every line of both dialogues, secrets masked; null for none. Called from many threads.</summary>
    public Action<FxpSide, FtpTraceLine>? Trace { get; init; }
}
