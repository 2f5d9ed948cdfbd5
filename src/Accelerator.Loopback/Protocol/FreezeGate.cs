namespace Accelerator.Loopback;

/// <summary>Holds back everything the server would send, as an unplugged cable does, until it is opened again.</summary>
internal sealed class FreezeGate
{
    private volatile TaskCompletionSource? _frozen;

    public void Freeze() => _frozen ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);

    public void Thaw()
    {
        _frozen?.TrySetResult();
        _frozen = null;
    }

    public Task WaitAsync(CancellationToken cancellationToken) =>
        _frozen is { } frozen ? frozen.Task.WaitAsync(cancellationToken) : Task.CompletedTask;
}
