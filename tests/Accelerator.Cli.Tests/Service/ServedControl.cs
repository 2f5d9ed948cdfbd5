using Microsoft.Extensions.Logging.Abstractions;

namespace Accelerator.Cli.Tests.Service;

/// <summary>A real control channel of a service that returns prepared answers.</summary>
internal sealed class ServedControl : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly ControlServer _server;
    private readonly Task _run;

    public ServedControl(string folder, IEnumerable<ControlVerb> verbs)
    {
        _server = ControlServer.Open(folder, verbs, TimeProvider.System, NullLogger.Instance);
        _run = _server.RunAsync(_stop.Token);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _run.WaitAsync(CommandLineFixture.Patience);
        await _server.DisposeAsync();
        _stop.Dispose();
    }
}
