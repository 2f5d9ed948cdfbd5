namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>The base of tests that each have a pair of sessions, and both servers' ends of them.</summary>
public abstract class OneCopyFixture : IAsyncLifetime
{
    private protected FxpFixture Fxp { get; private set; } = null!;

    public async Task InitializeAsync() => Fxp = await OpenAsync();

    public async Task DisposeAsync() => await Fxp.DisposeAsync();

    /// <summary>Two plain servers unless a class wants others.</summary>
    private protected virtual Task<FxpFixture> OpenAsync() => FxpFixture.OpenAsync();

    /// <summary>The copy, or another step, fails, and one server is to blame.</summary>
    private protected static async Task<FxpException> FailAsync(Task doing, FxpStep step, FxpSide side)
    {
        var failure = await Assert.ThrowsAsync<FxpException>(() => doing.SoonAsync());
        Assert.Equal((step, side), (failure.Step, failure.Side));
        return failure;
    }
}
