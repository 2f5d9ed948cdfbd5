namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>The base of tests that each have one session, and the server's end of it.</summary>
public abstract class OneSessionFixture : IAsyncLifetime
{
    private protected SessionFixture Login { get; private set; } = null!;

    public async Task InitializeAsync() => Login = await OpenAsync();

    public async Task DisposeAsync() => await Login.DisposeAsync();

    /// <summary>A session of a plain site unless a class wants another.</summary>
    private protected virtual Task<SessionFixture> OpenAsync() => SessionFixture.OpenAsync();
}
