using Accelerator.Cli.Hosting;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.History;

/// <summary>One file of the history.</summary>
internal sealed record HistoryRow
{
    private const string SchemeEnd = "://";

    /// <summary>The end of the transfer, to the millisecond.</summary>
    public required DateTimeOffset Finished { get; init; }

    /// <summary>The command: <c>get</c>, <c>mirror</c> or <c>fxp</c>.</summary>
    public required string Command { get; init; }

    /// <summary>The file on the server, without a user.</summary>
    public required string Source { get; init; }

    /// <summary>The local path; for a copy between servers the file at the destination, without a user.</summary>
    public required string Target { get; init; }

    /// <summary>Size of the remote file in bytes; 0 when it was never determined.</summary>
    public required long Size { get; init; }

    /// <summary>Bytes received in this run; for a copy between servers the bytes sent in the last try.</summary>
    public required long BytesFetched { get; init; }

    /// <summary>Bytes kept from an earlier run.</summary>
    public required long BytesReused { get; init; }

    /// <summary>Time from the first connection to the final name, to the millisecond.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>The highest number of streams that received at once; null for a copy between servers.</summary>
    public int? PeakStreams { get; init; }

    /// <summary>How the content was verified, as in the result of the run; empty for a failure.</summary>
    public required string VerifiedBy { get; init; }

    /// <summary>The evidence behind the verification; null for a failure.</summary>
    public Assurance? Assurance { get; init; }

    /// <summary>SHA-256 of the content in lower-case hexadecimal if it was computed; otherwise null.</summary>
    public string? Sha256 { get; init; }

    /// <summary>The exit code of the file.</summary>
    public required int ExitCode { get; init; }

    /// <summary>Why the file failed, in one sentence; null for a file that is in place.</summary>
    public string? Message { get; init; }

    /// <summary>The average rate in bytes per second; 0 if nothing was received.</summary>
    public double BytesPerSecond => BytesFetched / Math.Max(0.001, Elapsed.TotalSeconds);

    /// <summary>Returns the row of a downloaded file.</summary>
    public static HistoryRow Of(string command, DateTimeOffset finished, FileResult result) => new()
    {
        Finished = finished,
        Command = command,
        Source = WithoutUsers(result.Source),
        Target = result.TargetPath,
        Size = result.Size,
        BytesFetched = result.BytesFetched,
        BytesReused = result.BytesReused,
        Elapsed = result.Elapsed,
        PeakStreams = result.PeakStreams,
        VerifiedBy = result.VerifiedBy,
        Assurance = result.Assurance,
        Sha256 = result.Sha256,
        ExitCode = ExitCodes.For(result),
        Message = result.Failure is null ? null : WithoutUsers(result.Message),
    };

    /// <summary>Returns the row of a file that was copied between servers.</summary>
    public static HistoryRow Of(string command, DateTimeOffset finished, FxpFileResult result) => new()
    {
        Finished = finished,
        Command = command,
        Source = WithoutUsers(result.Source),
        Target = WithoutUsers(result.Destination),
        Size = result.Size,
        BytesFetched = result.BytesSent,
        BytesReused = result.BytesReused,
        Elapsed = result.Elapsed,
        VerifiedBy = result.VerifiedBy,
        Assurance = result.Assurance,
        ExitCode = result.Failure is { } kind ? ExitCodes.For(kind) : ExitCodes.Ok,
        Message = result.Failure is null ? null : WithoutUsers(result.Message),
    };

    // The engine's texts name no user; a URL in a server's reply may.
    private static string WithoutUsers(string text)
    {
        for (var at = text.IndexOf(SchemeEnd, StringComparison.Ordinal); at >= 0;
            at = text.IndexOf(SchemeEnd, at + 1, StringComparison.Ordinal))
        {
            var start = at + SchemeEnd.Length;
            var length = text.AsSpan(start).IndexOfAny("/ \t\"'");
            var user = text.AsSpan(start, length < 0 ? text.Length - start : length).LastIndexOf('@');
            if (user >= 0) text = text.Remove(start, user + 1);
        }
        return text;
    }
}
