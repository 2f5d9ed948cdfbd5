namespace Accelerator.Interop.Tests.Lab;

/// <summary>The emulated long-fat network, without ftpx: a lab that does not do what it says would make every figure wrong.</summary>
public sealed class SelfcheckTests
{
    [Trait("Run", "all")]
    [ServerFact("tun", "gcc", "ip", "curl", "openssl", "vsftpd")]
    public async Task The_lab_delays_loses_slows_stalls_cuts_and_shares_as_told_and_leaves_nothing()
    {
        // Two labs would measure each other: it waits for the one of another test run.
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(8));
        var folder = Directory.CreateTempSubdirectory("ftpx-lab-");
        try
        {
            string[] words = [Program(), "selfcheck", "--wait"];
            await using var run = ProgramRun.StartFile(ServerTools.Python, folder.FullName, words, new Dictionary<string, string>());
            var (exitCode, said) = await run.WaitAsync(deadline.Token);

            Assert.True(exitCode == 0, said);
            // Each check says so; the last ones look for what a lab that was killed has left.
            Assert.Equal(14, said.Split('\n').Count(line => line.StartsWith("ok  ", StringComparison.Ordinal)));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static string Program() => Path.Combine(Checkout.Root, "tests", "lab", "run");
}
