namespace Accelerator.Cli.Running;

/// <summary>Passes each report to a method at once, on the reporting thread; <see cref="Progress{T}"/> queues it to another one.</summary>
internal sealed class ProgressCallback<T>(Action<T> take) : IProgress<T>
{
    /// <inheritdoc/>
    public void Report(T value) => take(value);
}
