using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>How files ended: sums of all, rows of some.</summary>
internal sealed class ResultRecorder
{
    /// <summary>Most rows of files that failed, and of files that did not.</summary>
    public const int MostRows = 100;

    private readonly List<FileResult> _done = [];
    private readonly List<FileResult> _failed = [];

    /// <summary>Files in place.</summary>
    public int Done { get; private set; }

    /// <summary>Files that are not.</summary>
    public int Failed { get; private set; }

    /// <summary>Bytes of the files in place.</summary>
    public long BytesInPlace { get; private set; }

    /// <summary>Bytes of earlier tries.</summary>
    public long BytesReused { get; private set; }

    /// <summary>Longest time after the last byte.</summary>
    public TimeSpan VerifyElapsed { get; private set; }

    /// <summary>Most streams any file had.</summary>
    public int PeakStreams { get; private set; }

    /// <summary>Rows: failures first.</summary>
    public IReadOnlyList<FileResult> Rows => [.. _failed, .. _done];

    /// <summary>Takes in one file's end.</summary>
    public void Add(FileResult result)
    {
        var rows = result.Failure is null ? _done : _failed;
        if (rows.Count < MostRows) rows.Add(result);
        if (result.Failure is null)
        {
            Done++;
            BytesInPlace += result.Size;
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
