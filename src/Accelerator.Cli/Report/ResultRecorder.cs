using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>Records the results of files: totals of all, rows of some.</summary>
internal sealed class ResultRecorder
{
    /// <summary>The maximum number of rows for failed files, and for other files.</summary>
    public const int MostRows = 100;

    private readonly List<FileResult> _done = [];
    private readonly List<FileResult> _failed = [];

    /// <summary>The number of files in place.</summary>
    public int Done { get; private set; }

    /// <summary>The number of failed files.</summary>
    public int Failed { get; private set; }

    /// <summary>The bytes of the files in place, without those that were skipped.</summary>
    public long BytesInPlace { get; private set; }

    /// <summary>The bytes reused from earlier attempts.</summary>
    public long BytesReused { get; private set; }

    /// <summary>The longest time after the last byte.</summary>
    public TimeSpan VerifyElapsed { get; private set; }

    /// <summary>The maximum number of streams of any file.</summary>
    public int PeakStreams { get; private set; }

    /// <summary>The rows, failures first.</summary>
    public IReadOnlyList<FileResult> Rows => [.. _failed, .. _done];

    /// <summary>Adds the result of one file.</summary>
    public void Add(FileResult result)
    {
        var rows = result.Failure is null ? _done : _failed;
        if (rows.Count < MostRows) rows.Add(result);
        if (result.Failure is null)
        {
            Done++;
            if (!result.WasThere) BytesInPlace += result.Size;
        }
        else
        {
            Failed++;
        }
        BytesReused += result.BytesReused;
        PeakStreams = Math.Max(PeakStreams, result.PeakStreams);
        if (result.VerifyElapsed > VerifyElapsed) VerifyElapsed = result.VerifyElapsed;
    }
}
