namespace Accelerator.Interop.Tests.Servers;

internal static class HangGuard
{
    /// <summary>Longer than any test takes on a machine that other runs keep busy.</summary>
    public static CancellationTokenSource Start() => new(TimeSpan.FromMinutes(10));
}
