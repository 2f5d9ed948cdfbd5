namespace Accelerator.Interop.Tests.Wine;

/// <summary>One Wine for all test classes that change nothing in it which another one reads. They run side by side.</summary>
public sealed class WineFixture : IAsyncLifetime
{
    private static readonly SharedInstance<WineSession> Shared = new(() => WineSession.StartAsync());

    private WineSession? _session;

    internal FtpxProgram Shipped => new WineProgram(WindowsBuild.Shipped, Session);

    internal FtpxProgram Older => new WineProgram(WindowsBuild.Older, Session);

    /// <summary>The checks that every executable must pass, for the build that is shipped.</summary>
    internal ProgramChecks Checks => new(Shipped);

    /// <summary>The Wine.</summary>
    /// <exception cref="InvalidOperationException">There is none on this machine.</exception>
    internal WineSession Session => _session ?? throw new InvalidOperationException(ServerTools.WhyUnavailable("wine"));

    public async Task InitializeAsync()
    {
        if (ServerTools.WhyUnavailable("wine") is null) _session = await Shared.EnterAsync();
    }

    public Task DisposeAsync() => _session is null ? Task.CompletedTask : Shared.LeaveAsync();
}
