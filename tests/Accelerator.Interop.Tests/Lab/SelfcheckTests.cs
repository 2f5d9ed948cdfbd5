namespace Accelerator.Interop.Tests.Lab;

/// <summary>The emulated long-fat network, without ftpx: a lab that does not do what it reports would make every figure wrong.</summary>
public sealed class SelfcheckTests : RealTests
{
    [Trait("Run", "all")]
    [ServerFact("tun", "gcc", "ip", "curl", "openssl", "vsftpd")]
    public async Task The_lab_applies_its_impairments_as_configured_and_cleans_up()
    {
        // Two labs would disturb each other's measurements, so this one waits for the lab of another test run.
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(8));
        string[] words = [Path.Combine(Checkout.Root, "tests", "lab", "run"), "selfcheck", "--wait"];
        var end = (await ProgramRun.RunFileAsync(ServerTools.Python, Folder.Path, words, deadline.Token)).Expect();

        // Each check prints a line; the last checks look for what a lab that was killed has left.
        Assert.Equal(17, (end.Output + end.Error).Split('\n').Count(line => line.StartsWith("ok  ", StringComparison.Ordinal)));
    }
}
