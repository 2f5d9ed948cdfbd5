namespace Accelerator.Interop.Tests.Tls;

/// <summary>Checks of every build of the program where a TLS connection is not possible.</summary>
internal static class TlsChecks
{
    /// <summary>The certificate is signed by no authority that this computer trusts: no login is sent, and the sentence says what can be done.</summary>
    public static async Task RefusesAnUnknownCertificateAsync(FtpxProgram program, FtpServerProcess server, CancellationToken cancellationToken)
    {
        await GetChecks.PutAsync(server, "a.bin", 1000, cancellationToken);
        using var folder = new TempFolder();
        var end = await program.GetAsync(server, folder, ["--streams", "8", FtpxProgram.UrlOf(server, "a.bin")], cancellationToken);

        Assert.Equal((11, ""), (end.ExitCode, end.Output));
        Assert.Contains($"The certificate of {server.Name}:{server.Port} is not accepted", end.Error);
        Assert.Contains("--insecure", end.Error);
        AssertNothingWasSent(server);
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.Path));
    }

    /// <summary>A server without TLS is asked for it: that is an error, and nothing goes over the line in the clear.</summary>
    public static async Task NeverFallsBackToPlainAsync(FtpxProgram program, FtpServerProcess plain, string security, CancellationToken cancellationToken)
    {
        await GetChecks.PutAsync(plain, "a.bin", 1000, cancellationToken);
        using var folder = new TempFolder();
        var end = await program.GetAsync(plain, folder, ["--insecure", "--tls", security, FtpxProgram.UrlOf(plain, "a.bin")], cancellationToken);

        Assert.True((end.ExitCode, end.Output) == (11, ""), end.Output + end.Error);
        Assert.StartsWith("ftpx: error: ", end.Error);
        AssertNothingWasSent(plain);
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.Path));
    }

    private static void AssertNothingWasSent(FtpServerProcess server)
    {
        Assert.Equal(0, server.CountCommands("USER"));
        Assert.Equal(0, server.CountCommands("PASS"));
        Assert.DoesNotContain(server.Password, server.Log);
    }
}
