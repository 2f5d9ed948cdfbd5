using System.Text;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Report;

/// <summary>The file given by <c>--report</c>: checked before the transfer, and written after it, completely or not at all.</summary>
internal static class ReportFile
{
    /// <summary>Checks for the most likely mistakes before anything is fetched.</summary>
    /// <exception cref="UsageException">The report cannot be written there.</exception>
    public static void Check(string path, IEnumerable<string> targets) => WritableFile.Require("The report", path, targets);

    /// <summary>Writes the page.</summary>
    /// <returns>Null on success, or the sentence that explains the failure.</returns>
    public static async Task<string?> WriteAsync(string path, RunRecorder recorder, TimeProvider time)
    {
        try
        {
            var page = ReportPage.Render(recorder.Record());
            await AtomicFile.ReplaceAsync(path, Encoding.UTF8.GetBytes(page), time, CancellationToken.None).ConfigureAwait(false);
            return null;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return $"The report could not be written; the transfer is not affected: {SafeText.Escape(e.Message)}";
        }
    }
}
