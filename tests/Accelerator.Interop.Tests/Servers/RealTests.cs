namespace Accelerator.Interop.Tests.Servers;

/// <summary>Tests of real programs: each has a folder of its own, and ends when it hangs.</summary>
public abstract class RealTests : IDisposable
{
    private readonly CancellationTokenSource _deadline = HangGuard.Start();
    private readonly TempFolder _folder = new();

    protected CancellationToken Token => _deadline.Token;

    /// <summary>Empty at the start, gone after the test.</summary>
    protected TempFolder Folder => _folder;

    /// <summary>For a test that builds programs: it may take this long from now, in place of the usual time.</summary>
    protected void AllowMinutes(int minutes) => _deadline.CancelAfter(TimeSpan.FromMinutes(minutes));

    public void Dispose()
    {
        _folder.Dispose();
        _deadline.Dispose();
        GC.SuppressFinalize(this);
    }
}
