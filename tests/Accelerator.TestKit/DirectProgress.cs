namespace Accelerator.TestKit;

/// <summary>Calls back on the thread that reports, at once: <see cref="Progress{T}"/> would do it later, on another one.</summary>
/// <param name="report">Called with each value.</param>
public sealed class DirectProgress<T>(Action<T> report) : IProgress<T>
{
    /// <inheritdoc/>
    public void Report(T value) => report(value);
}
