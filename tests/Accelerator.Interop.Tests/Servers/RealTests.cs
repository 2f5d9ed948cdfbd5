namespace Accelerator.Interop.Tests.Servers;

/// <summary>Tests of real programs: each has a folder of its own, and ends when it hangs.</summary>
public abstract class RealTests : IDisposable
{
    private readonly CancellationTokenSource _deadline = HangGuard.Start();
    private readonly TempFolder _folder = new();

    protected CancellationToken Token => _deadline.Token;

    /// <summary>Empty at the start, gone after the test.</summary>
    protected TempFolder Folder => _folder;

    public void Dispose()
    {
        _folder.Dispose();
        _deadline.Dispose();
        GC.SuppressFinalize(this);
    }
}
