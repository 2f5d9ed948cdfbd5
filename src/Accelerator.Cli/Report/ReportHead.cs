using System.Globalization;
using System.Xml.Linq;
using Accelerator.Cli.Output;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>The top of the page: the file, its result, the figures, and the limit that bound the transfer.</summary>
internal static class ReportHead
{
    /// <summary>The name of the file, or the number of files.</summary>
    public static string TitleOf(RunRecord run) =>
        run.FilesAsked > 1 ? $"{run.FilesAsked} files"
        : run.Results is [var only, ..] ? Path.GetFileName(only.TargetPath)
        : run.Pictured is [var planned, ..] ? Path.GetFileName(planned.Plan.Item.TargetPath)
        : run.FirstSource[(run.FirstSource.LastIndexOf('/') + 1)..];

    /// <summary>The goodput of the whole run, including logins and verification, in bytes per second.</summary>
    public static double AverageOf(RunRecord run)
    {
        var bytes = run is { FilesFailed: 0, FilesDone: > 0 } ? run.BytesInPlace - run.BytesReused : run.BytesFetched;
        return Math.Max(0, bytes) / Math.Max(run.Elapsed.TotalSeconds, 0.001);
    }

    /// <summary>The elements.</summary>
    public static IEnumerable<XElement> Draw(RunRecord run)
    {
        var verdict = BindingLimit.Find(LimitFacts.Of(run));
        return
        [
            Markup.El("header", "",
                Markup.El("p", "kicker",
                    Markup.El("span", "", "Accelerator transfer report"),
                    Markup.El("span", "", run.Started.ToString("d MMMM yyyy, HH:mm 'UTC'zzz", CultureInfo.InvariantCulture))),
                Markup.El("h1", "", TitleOf(run)),
                Markup.El("p", "where", Where(run)),
                Outcome(run)),
            Markup.El("dl", "figures", Figures(run)),
            Markup.El("section", "verdict",
                Markup.El("h2", "", "What limited this transfer"),
                Markup.El("p", "limit", verdict.Title),
                Markup.El("p", "evidence", verdict.Evidence)),
        ];
    }

    private static string Where(RunRecord run)
    {
        if (run.FilesAsked > 1) return $"first file: {run.FirstSource}";
        return run.Results is [var only, ..] ? $"{only.Source} to {only.TargetPath}" : run.FirstSource;
    }

    private static XElement Outcome(RunRecord run)
    {
        var (good, text) = run switch
        {
            { FilesAsked: 1, Results: [{ Failure: null } done, ..] } => (true, $"In place: {ResultText.Verified(done, detail: true)}."),
            { FilesAsked: 1, Results: [{ Failure: not null } failed, ..] } => (false, $"{Kind(failed)}: {failed.Message}"),
            { FilesAsked: 0 } => (true, "There was nothing to download."),
            { FilesFailed: 0 } when run.FilesDone == run.FilesAsked => (true, $"All {run.FilesDone} files are complete and in place."),
            { FilesDone: 0, FilesFailed: 0 } => (false, "The run ended before any file was complete."),
            _ =>
                (false, $"{run.FilesDone} of {run.FilesAsked} files are complete and in place, {Missing(run.FilesAsked - run.FilesDone)}."),
        };
        return Markup.El("p", good ? "outcome good" : "outcome bad", text);
    }

    private static string Missing(int files) => files == 1 ? "one is not" : $"{files} are not";

    private static string Kind(FileResult failed) => failed switch
    {
        { Failure: FailureKind.Cancelled } => "Stopped",
        { CanResume: true } => "Failed, can be resumed",
        _ => "Failed",
    };

    private static IEnumerable<XElement> Figures(RunRecord run)
    {
        var size = run.FilesAsked == 1 && run.Results is [{ Size: > 0 } only, ..]
            ? only.Size : run.BytesInPlace > 0 ? run.BytesInPlace : run.BytesFetched;
        var average = AverageOf(run);
        if (run.BytesFetched == 0)
        {
            yield return Figure("Time", Format.Took(run.Elapsed), "");
            yield return Figure("Downloaded", Format.Size(0),
                run.BytesReused > 0 ? $"and {Format.Size(run.BytesReused)} reused from an earlier attempt" : "");
            yield break;
        }
        yield return Figure("Size", Format.Size(size), $"{Format.Number(size)} bytes");
        yield return Figure("Time", Format.Took(run.Elapsed),
            run.VerifyElapsed.TotalSeconds >= 0.1 ? $"{Format.Took(run.VerifyElapsed)} of it verifying" : "");
        yield return Figure("Average", Format.Bits(average), Format.Rate(average));
        yield return Figure("Best second", Format.Bits(run.BestBytesPerSecond), Format.Rate(run.BestBytesPerSecond));
        if (TailEfficiency.Of(run.Goodput, run.BestBytesPerSecond) is { } tail)
        {
            yield return Figure("Tail efficiency", $"{tail:0 %}",
                $"{1 - tail:0 %} of the best rate idle during the last {TailEfficiency.Tail:0 %} of the bytes");
        }
        yield return Figure("Most streams", run.PeakStreams.ToString(CultureInfo.InvariantCulture),
            run.AskedStreams is { } asked ? $"--streams {asked}" : "--streams auto");
        yield return Figure("Downloaded", Format.Size(run.BytesFetched),
            run.BytesReused > 0 ? $"and {Format.Size(run.BytesReused)} reused from an earlier attempt" : "over the network");
    }

    private static XElement Figure(string name, string value, string more) =>
        Markup.El("div", "", Markup.El("dt", "", name), Markup.El("dd", "", value), Markup.El("dd", "more", more));
}
