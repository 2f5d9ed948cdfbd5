namespace Accelerator.Ftp.Sessions;

/// <summary>Runs an operation of many sessions one at a time until it has succeeded once; after that, all run concurrently.</summary>
internal sealed class FirstAlone : IDisposable
{
    private readonly SemaphoreSlim _turn = new(1, 1);
    private volatile bool _succeeded;

    /// <summary>Waits for this session's turn.</summary>
    /// <returns>Whether it runs alone and has to call <see cref="Leave"/>; false if an earlier one has succeeded.</returns>
    public async ValueTask<bool> EnterAsync(CancellationToken cancellationToken)
    {
        if (_succeeded) return false;
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        if (!_succeeded) return true;
        _turn.Release();
        return false;
    }

    /// <summary>Ends this session's turn.</summary>
    public void Leave(bool succeeded)
    {
        if (succeeded) _succeeded = true;
        _turn.Release();
    }

    public void Dispose() => _turn.Dispose();
}
