namespace Accelerator.Interop.Tests.Fxp;

/// <summary>Tests between two real servers, which end with the test.</summary>
public abstract class FxpTests : RealTests, IAsyncLifetime
{
    private protected FtpServerProcess From { get; private set; } = null!;

    private protected FtpServerProcess To { get; private set; } = null!;

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        if (From is not null) await From.DisposeAsync();
        if (To is not null) await To.DisposeAsync();
    }

    /// <summary>Starts both. Without lines or arguments of its own each takes part in transfers between servers.</summary>
    private protected async Task StartAsync(string source, string destination, string[]? from = null, string[]? to = null)
    {
        From = await FxpServers.StartAsync(source, from ?? FxpServers.Allowing(source), Token);
        To = await FxpServers.StartAsync(destination, to ?? FxpServers.Allowing(destination), Token);
    }

    /// <summary>A client of both that has heard nothing yet.</summary>
    private protected FxpFixture Fixture() => new(From, To);
}
