using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>
/// Reports engine events as the lines that tools search for in logs of ftp.exe. The 150 and 226 come from ftpx: many sessions fetched the
/// file, and 226 says that it is complete, verified and in place, which the 226 of a server does not.
/// </summary>
/// <param name="screen">The output.</param>
/// <param name="modes">The modes of the prompt.</param>
/// <param name="names">The remote name of each file, by its local path.</param>
internal sealed class ScriptProgress(ScriptScreen screen, ScriptModes modes, IReadOnlyDictionary<string, string> names)
    : IProgress<TransferEvent>
{
    private const int BytesAMark = 2048;
    private const int MostMarks = 4096;

    private long _marks;
    private bool _isOpen;
    private volatile bool _isIn;

    /// <summary>Whether the server has accepted the login of one of the engine's sessions.</summary>
    public bool IsIn => _isIn;

    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        switch (value)
        {
            case TransferEvent.Progress progress when modes.Hash:
                Mark(progress.Snapshot.BytesDone / BytesAMark);
                break;
            case TransferEvent.Happened { StreamEvent.Kind: StreamEventKind.LoggedIn or StreamEventKind.FirstByte }:
                _isIn = true;
                break;
            case TransferEvent.Notice notice:
                screen.Notice(SafeText.Escape(notice.Message));
                break;
            case TransferEvent.Finished { Result: { Failure: null } file }:
                EndMarks();
                screen.SayIfVerbose("150 Opening BINARY mode data connection for "
                    + $"{SafeText.Escape(names[file.TargetPath])} ({file.Size} bytes).");
                screen.SayIfVerbose("226 Transfer complete.");
                screen.Close(file.Size, "received", file.Elapsed);
                break;
        }
    }

    /// <summary>Ends the line of marks, if one was started.</summary>
    public void EndMarks()
    {
        if (_isOpen) screen.Say("");
        _isOpen = false;
    }

    // A file of a terabyte would produce half a gigabyte of marks: the number of marks per report is limited.
    private void Mark(long wanted)
    {
        if (wanted <= _marks) return;
        screen.Write(new string('#', checked((int)Math.Min(wanted - _marks, MostMarks))));
        (_marks, _isOpen) = (wanted, true);
    }
}
