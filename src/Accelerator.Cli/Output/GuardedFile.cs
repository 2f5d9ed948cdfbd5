using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>
/// Keeps the failures of a log or a trace from the transfer, which may write to another disk, and reports the first one at the end.
/// </summary>
/// <param name="what">The file, for the start of a sentence: <c>The log file</c>.</param>
/// <param name="path">Its full path.</param>
/// <param name="option">The option that names it.</param>
/// <param name="fail">Receives a sentence at the end if the file is incomplete.</param>
internal sealed class GuardedFile(string what, string path, string option, Action<string> fail)
{
    private Exception? _failure;

    /// <summary>Whether a write has failed.</summary>
    public bool HasFailed => _failure is not null;

    /// <summary>Writes to the file.</summary>
    public void Write(Action write)
    {
        try
        {
            write();
        }
        catch (Exception e) when (StorageErrors.IsFromDisk(CauseOf(e)))
        {
            _failure ??= CauseOf(e);
        }
    }

    /// <summary>Closes the file, and reports its first failure.</summary>
    public void Close(Action close)
    {
        Write(close);
        if (_failure is not null)
            fail($"{what} {SafeText.Escape(path)} is incomplete: {SafeText.Escape(StorageErrors.Reason(_failure))} "
                + $"Choose a file on another disk with {option}.");
    }

    // Serilog's audit sinks wrap the exception of a write.
    private static Exception CauseOf(Exception e) => e is AggregateException { InnerException: { } cause } ? cause : e;
}
