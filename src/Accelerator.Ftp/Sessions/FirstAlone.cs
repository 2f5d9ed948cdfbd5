namespace Accelerator.Ftp.Sessions;

/// <summary>Something that many sessions do, but until it has succeeded once, one at a time. After that they all go on together.</summary>
internal sealed class FirstAlone : IDisposable
{
    private readonly SemaphoreSlim _turn = new(1, 1);
    private volatile bool _succeeded;

    /// <summary>Waits for this session's turn.</summary>
    /// <returns>Whether it goes alone and has to <see cref="Leave"/>; false when an earlier one has succeeded.</returns>
    public async ValueTask<bool> EnterAsync(CancellationToken cancellationToken)
    {
        if (_succeeded) return false;
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        if (!_succeeded) return true;
        _turn.Release();
        return false;
    }

    /// <summary>The turn is over.</summary>
    public void Leave(bool succeeded)
    {
        if (succeeded) _succeeded = true;
        _turn.Release();
    }

    /// <inheritdoc/>
    public void Dispose() => _turn.Dispose();
}
