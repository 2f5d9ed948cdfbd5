using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;
using Accelerator.Ftp;

namespace Accelerator.Cli.History;

/// <summary>The <c>ftpx history</c> command: parses its arguments into <see cref="HistoryOptions"/>. The runner is injected.</summary>
internal sealed class HistoryCommand : VerbCommand<HistoryOptions>
{
    public HistoryCommand(Func<HistoryOptions, Task<int>> run) : base("history", "Show what was downloaded, newest first", run)
    {
        Example("ftpx history --since 7d", "the last week");
        Example("ftpx history --failed --long", "what failed, and why");
        Example("ftpx history --json --limit 1000", "for a program");
        Value(
            "--since", "WHEN", "all", "Only files finished since 2026-11-20 (UTC), or within 36h or 7d", MirrorValues.PointInTime,
            (o, v) => o with { Since = v });
        Flag("--failed", "Only files with an exit code other than 0", (o, v) => o with { Failed = v });
        Value(
            "--limit", "N", $"{HistoryOptions.UsualLimit}", $"Maximum number of files, 1 to {HistoryFile.UsualMostRows}", ReadLimit,
            (o, v) => o with { Limit = v });
        Flag("--long", "Add target and verification, or why it failed", (o, v) => o with { Long = v }, alias: "-l");
        Flag("--json", JsonText, (o, v) => o with { Json = v });
        Flag("--clear", "Delete the history", (o, v) => o with { Clear = v });
        Takes(new HistoryOptions());
    }

    /// <inheritdoc/>
    protected override void Check(HistoryOptions options)
    {
        if (options.Clear && options != new HistoryOptions { Clear = true })
            throw new UsageException("--clear deletes the whole history and shows nothing: omit the other options.");
    }

    private static int ReadLimit(string word) =>
        int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) && limit is >= 1 and <= HistoryFile.UsualMostRows
            ? limit
            : throw new UsageException($"\"{SafeText.Escape(word)}\" is not a number of files: use 1 to {HistoryFile.UsualMostRows}.");
}
