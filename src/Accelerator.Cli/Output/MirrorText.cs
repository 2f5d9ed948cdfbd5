using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>Formats a mirror as text: its plan, its question, its outcome.</summary>
internal static class MirrorText
{
    private const int MostFailures = 20;
    private const int MostAskedFor = 10;

    /// <summary>The plan: a line for each file that differs, and below it the totals and the problems that have not been shown.</summary>
    public static IEnumerable<string> Plan(MirrorPlan plan, MirrorRequest request, ShownFailures shown)
    {
        foreach (var line in Rows(plan)) yield return line;
        if (plan.Fetches.Count + plan.Extras.Count > 0) yield return "";
        foreach (var line in Totals(plan, request)) yield return line;
        foreach (var line in plan.LeftOut) yield return SafeText.Escape(line);
        foreach (var line in Failures(shown.Left(plan.Problems.Select(problem => problem.Message)))) yield return line;
    }

    /// <summary>A line for each file that differs.</summary>
    public static IEnumerable<string> Rows(MirrorPlan plan) =>
    [
        .. plan.Fetches.Select(fetch => Row(fetch.Change == MirrorChange.New ? "new" : "changed", fetch.Size, fetch.Path, fetch.Why)),
        .. plan.Extras.Select(extra => Row("extra", extra.Bytes, PathOf(extra), extra.IsFolder ? Format.Count(extra.Files, "file") : "")),
    ];

    /// <summary>The work ahead: <c>15 of 1,003 files to fetch, 1.20 GiB.</c> Null if there is none.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="delete">Whether extra files are deleted.</param>
    public static string? Start(MirrorPlan plan, bool delete)
    {
        var deletes = delete && plan.Extras.Count > 0;
        if (plan.Fetches.Count == 0 && !deletes) return null;
        var all = Format.Count(plan.Fetches.Count + plan.SameFiles, "file");
        var fetched = plan.Fetches.Count == 0
            ? $"nothing to download of {all}"
            : $"{Format.Number(plan.Fetches.Count)} of {all} to download, {Format.Size(ByteTotal.Plus(plan.NewBytes, plan.ChangedBytes))}";
        return deletes ? $"{fetched}; {Extras(plan.Extras)} to delete." : $"{fetched}.";
    }

    /// <summary>The files to delete, shown before <see cref="Question"/>; if there are many, the first ten.</summary>
    public static IEnumerable<string> ToDelete(MirrorPlan plan)
    {
        foreach (var extra in plan.Extras.Take(MostAskedFor)) yield return $"not on the server: {PathOf(extra)}";
        if (plan.Extras.Count > MostAskedFor)
            yield return $"and {Format.Number(plan.Extras.Count - MostAskedFor)} more; --dry-run shows all of them.";
    }

    /// <summary>The question before anything is deleted, up to the place where the answer is typed.</summary>
    public static string Question(MirrorPlan plan, string root) =>
        $"Delete {Extras(plan.Extras)} in {SafeText.Escape(root)} that {(plan.Extras is [{ Files: <= 1 }] ? "is" : "are")} "
            + "not on the server? [y/N] ";

    /// <summary>
    /// The outcome: <see cref="Summary"/>, and below it the failures that have not been shown; if there are many, the first twenty.
    /// </summary>
    public static IEnumerable<string> Result(MirrorResult result, ShownFailures shown)
    {
        var left = result.WhyNotDeleted is { } why && shown.Has(why) ? result with { WhyNotDeleted = "" } : result;
        foreach (var line in Summary(left)) yield return line;
        var failures = result.Problems.Select(problem => problem.Message).Where(message => message != result.WhyNotDeleted)
            .Concat(result.Files.Where(IsFailure).Select(file => file.Message));
        foreach (var line in Failures(shown.Left(failures))) yield return line;
    }

    /// <summary>The outcome: a line, and below it what the user should know or do.</summary>
    public static IEnumerable<string> Summary(MirrorResult result)
    {
        var summary = MirrorSummary.Of(result);
        yield return result.Succeeded && result.Files.Count == 0 && result.Deleted.Count == 0
            ? $"Up to date: {Format.Count(summary.Same, "file")} in {Format.Count(result.Plan.Folders, "folder")}."
            : Line(result, summary);
        if (result.Routes.Count > 0) yield return RouteText.Summary(result.Routes);
        if (result.Files.Count(file => file.TrustedSources.Count > 0) is > 0 and var unverified)
            yield return $"{Format.Count(unverified, "file")} of them unverified: bytes came from replicas that were not shown to have the "
                + "same (--trust-replica).";
        if (result.Plan.YoungFiles > 0)
        {
            yield return $"{Format.Count(result.Plan.YoungFiles, "file")} changed too recently, or at an unknown time: "
                + "left for the next run (--min-age).";
        }
        if (result.WhyNotDeleted is { Length: > 0 } why) yield return SafeText.Escape(why);
        else if (result is { WhyNotDeleted: null, Deleted.Count: 0, Plan.Extras.Count: > 0 })
            yield return $"{Extras(result.Plan.Extras)} exist only locally; to delete them, add --delete.";
    }

    /// <summary>Files and bytes; for empty folders, their number.</summary>
    public static string Extras(IReadOnlyList<MirrorExtra> extras) => extras.Sum(extra => extra.Files) is > 0 and var files
        ? $"{Format.Count(files, "file")} ({Format.Size(extras.Sum(extra => extra.Bytes))})"
        : Format.Count(extras.Count, "empty folder");

    /// <summary>The path of a file, or of a folder with a trailing slash.</summary>
    public static string PathOf(MirrorExtra extra) => SafeText.Escape(extra.Path) + (extra.IsFolder ? "/" : "");

    private static bool IsFailure(FileResult file) => file.Failure is not (null or FailureKind.Cancelled);

    private static string Row(string action, long? size, string path, string why) =>
        $"{action,-8} {(size is { } bytes ? Format.Size(bytes) : "?"),8}  {SafeText.Escape(path)}"
            + (why.Length > 0 ? $"  ({SafeText.Escape(why)})" : "");

    private static IEnumerable<string> Totals(MirrorPlan plan, MirrorRequest request)
    {
        (string Name, long Files, long? Bytes, string Why)[] rows =
        [
            ("new", plan.NewFiles, plan.NewBytes, ""),
            ("changed", plan.ChangedFiles, plan.ChangedBytes, ""),
            ("the same", plan.SameFiles, plan.SameBytes, ""),
            ("extra", plan.ExtraFiles, plan.ExtraBytes, Fate(plan, request)),
            ("too new", plan.YoungFiles, null, "changed too recently, or at an unknown time (--min-age)"),
            ("excluded", plan.UnwantedFiles, null, "by --include, --exclude, a size or a time"),
        ];
        foreach (var replica in request.Replicas)
            yield return $"replica  {SafeText.Escape(replica.ToString())}, for files of 16 MiB and more";
        if (request.Transfer.LocalPaths.OfType<LocalPath>().ToList() is { Count: > 0 } paths)
            yield return $"leaving by {SafeText.Escape(string.Join(", ", paths))}";
        yield return $"{SafeText.Escape(request.Source.ToString())}, {Format.Count(plan.Folders, "folder")}, "
            + $"to {SafeText.Escape(request.TargetRoot)}:";
        foreach (var (name, files, bytes, why) in rows.Where(
            (row, i) => i < 3 || row.Files > 0 || (row.Name == "extra" && plan.Extras.Count > 0)))
            yield return $"  {name,-9} {Format.Count(files, "file"),15}  {(bytes is { } size ? Format.Size(size) : ""),8}  {why}".TrimEnd();
    }

    private static string Fate(MirrorPlan plan, MirrorRequest request) => (request.Delete, plan.Problems.Count) switch
    {
        (false, _) => "only local; to delete them, add --delete",
        (true, 0) => "not on the server: would be deleted",
        _ => "not on the server: none would be deleted while there are problems",
    };

    private static string Line(MirrorResult result, MirrorSummary summary)
    {
        (long Files, string What)[] counts =
        [
            (summary.New, "new"), (summary.Changed, "changed"), (summary.Same, "the same"), (summary.Deleted, "deleted"),
            (summary.Failed, "failed"),
            (summary.ToCome, "not finished"),
        ];
        return SummaryText.Line(summary.Files, summary.Bytes, result.Elapsed, counts);
    }

    private static IEnumerable<string> Failures(IReadOnlyList<string> sentences) => SummaryText.Failures(sentences, MostFailures);
}
