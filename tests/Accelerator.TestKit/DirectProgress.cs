namespace Accelerator.TestKit;

/// <summary>Progress that is told where it is reported: <see cref="Progress{T}"/> tells it on another thread.</summary>
public sealed class DirectProgress<T>(Action<T> report) : IProgress<T>
{
    public void Report(T value) => report(value);
}
