namespace Accelerator.TestKit;

/// <summary>Calls back immediately on the reporting thread; <see cref="Progress{T}"/> would do it later, on another thread.</summary>
/// <param name="report">Called with each value.</param>
public sealed class DirectProgress<T>(Action<T> report) : IProgress<T>
{
    /// <inheritdoc/>
    public void Report(T value) => report(value);
}
