namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>The base of tests that each have a pair of sessions and the server side of both.</summary>
public abstract class OneCopyFixture : IAsyncLifetime
{
    private protected FxpFixture Fxp { get; private set; } = null!;

    public async Task InitializeAsync() => Fxp = await OpenAsync();

    public async Task DisposeAsync() => await Fxp.DisposeAsync();

    /// <summary>Opens two plain servers; a derived class may override this.</summary>
    private protected virtual Task<FxpFixture> OpenAsync() => FxpFixture.OpenAsync();

    /// <summary>Asserts that the copy, or another step, fails and that the failure is attributed to this side.</summary>
    private protected static async Task<FxpException> FailAsync(Task doing, FxpStep step, FxpSide side)
    {
        var failure = await Assert.ThrowsAsync<FxpException>(() => doing.SoonAsync());
        Assert.Equal((step, side), (failure.Step, failure.Side));
        return failure;
    }
}
