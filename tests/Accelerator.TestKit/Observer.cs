namespace Accelerator.TestKit;

/// <summary>Gets each report at once, on the thread that makes it: <see cref="Progress{T}"/> would pass it on later, on another one.</summary>
/// <param name="report">Is told of it.</param>
public sealed class Observer<T>(Action<T> report) : IProgress<T>
{
    /// <inheritdoc/>
    public void Report(T value) => report(value);
}
