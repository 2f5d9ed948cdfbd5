using Microsoft.Extensions.Logging;

namespace Accelerator.Soak.Tests.Days;

/// <summary>Passes log entries on, one line each.</summary>
internal sealed class LineLogger(Action<string> tell) : ILogger
{
    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) => tell($"{logLevel}: {formatter(state, exception)}");
}
