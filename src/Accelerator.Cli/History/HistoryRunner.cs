using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Ftp;

namespace Accelerator.Cli.History;

/// <summary>Runs <c>ftpx history</c>. It never uses the network.</summary>
/// <param name="environment">The process environment.</param>
internal sealed class HistoryRunner(ProcessEnvironment environment)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The setting that turns the history off is invalid.</exception>
    public Task<int> RunAsync(HistoryOptions options)
    {
        var file = HistoryFile.Find(environment);
        var isKept = HistoryFile.IsKept(environment);
        try
        {
            if (options.Clear) environment.Out.WriteLine(Cleared(file));
            else Show(options, file?.Read(options.Since?.At(environment.Time.GetUtcNow()), options.Failed, options.Limit) ?? []);
        }
        catch (HistoryException e)
        {
            environment.Messages.Error(e.Message);
            return Task.FromResult<int>(ExitCodes.Disk);
        }
        if (!isKept)
            environment.Messages.Note($"the history is off ({HistoryFile.Variable}, or \"history\" in the configuration file).");
        else if (file is null)
            environment.Messages.Note(
                $"there is no history, because the variable {(environment.IsWindows ? "LOCALAPPDATA" : "HOME")} is not set.");
        return Task.FromResult<int>(ExitCodes.Ok);
    }

    private void Show(HistoryOptions options, IReadOnlyList<HistoryRow> rows)
    {
        if (options.Json)
        {
            foreach (var row in rows) environment.Out.WriteLine(HistoryJson.Line(row));
            return;
        }
        if (rows.Count == 0)
        {
            var isAll = options is { Since: null, Failed: false };
            environment.Out.WriteLine(isAll ? "The history is empty." : "No file in the history matches.");
            return;
        }
        foreach (var line in HistoryText.Lines(rows, options.Long, environment.OpenOutTerminal()?.Profile.Width))
            environment.Out.WriteLine(line);
    }

    private static string Cleared(HistoryFile? file)
    {
        return (file is null ? 0 : file.Clear()) is { } count
            ? $"Deleted {Format.Count(count, "file")} from the history."
            : $"Deleted the history {SafeText.Escape(file!.Path)}, which was damaged.";
    }
}
