namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>The base of tests that each have one session and its server side.</summary>
public abstract class OneSessionFixture : IAsyncLifetime
{
    private protected SessionFixture Login { get; private set; } = null!;

    /// <summary>Whether its transfers receive with blocking calls on a thread of their own.</summary>
    private protected virtual bool IsBulk => false;

    public async Task InitializeAsync()
    {
        Login = await OpenAsync();
        Login.IsBulk = IsBulk;
    }

    public async Task DisposeAsync() => await Login.DisposeAsync();

    /// <summary>Opens a session of a plain site; a derived class may override this.</summary>
    private protected virtual Task<SessionFixture> OpenAsync() => SessionFixture.OpenAsync();
}
