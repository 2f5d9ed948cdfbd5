namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>The base of tests that each have one session and its server side.</summary>
public abstract class OneSessionFixture : IAsyncLifetime
{
    private protected SessionFixture Login { get; private set; } = null!;

    public async Task InitializeAsync() => Login = await OpenAsync();

    public async Task DisposeAsync() => await Login.DisposeAsync();

    /// <summary>Opens a session of a plain site; a derived class may override this.</summary>
    private protected virtual Task<SessionFixture> OpenAsync() => SessionFixture.OpenAsync();
}
