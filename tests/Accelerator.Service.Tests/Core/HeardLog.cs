using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Tests.Core;

/// <summary>A log that a test can wait for.</summary>
internal sealed class HeardLog : ILogger, IDisposable
{
    private readonly ConcurrentQueue<(int Id, string Text)> _events = [];
    private readonly SemaphoreSlim _changed = new(0);

    /// <summary>The logged entries, in order.</summary>
    public IEnumerable<string> Sentences => _events.Select(one => one.Text);

    public async Task HeardAsync(int eventId, int count)
    {
        while (_events.Count(one => one.Id == eventId) < count)
        {
            if (!await _changed.WaitAsync(ScriptedServer.Patience)) Assert.Fail($"{count} × {eventId} should have been logged. {string.Join(Environment.NewLine, _events)}");
        }
    }

    public void Dispose() => _changed.Dispose();

    public IDisposable? BeginScope<TState>(TState state) where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        _events.Enqueue((eventId.Id, formatter(state, exception)));
        _changed.Release();
    }
}
