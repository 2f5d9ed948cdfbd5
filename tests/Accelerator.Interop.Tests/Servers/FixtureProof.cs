using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Accelerator.Interop.Tests.Servers;

/// <summary>What every fixture must hold, so that a test built on it tests the client and not the fixture. curl is the client.</summary>
internal static class FixtureProof
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    /// <summary>Cancels a test that hangs.</summary>
    public static CancellationTokenSource Deadline() => new(Limit);

    public static async Task ServesSizeAndRangesAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        await server.PutAsync("folder/three.bin", 3_000_000, seed: 3, cancellationToken);
        var whole = await File.ReadAllBytesAsync(Path.Combine(server.Root, "folder/three.bin"), cancellationToken);

        var (client, reply) = await RawFtpClient.LogInAsync(server, cancellationToken);
        using (client)
        {
            Assert.StartsWith("230", reply);
            Assert.StartsWith("200", await client.SendAsync("TYPE I", cancellationToken));
            Assert.Equal("213 3000000", await client.SendAsync("SIZE folder/three.bin", cancellationToken));
            Assert.StartsWith("213 2", await client.SendAsync("MDTM folder/three.bin", cancellationToken));
        }
        foreach (var (start, end) in ((int, int)[])[(0, 3_000_000), (0, 1), (1, 100_000), (1_500_000, 2_500_000), (2_999_999, 3_000_000)])
        {
            var (exitCode, output) = await FetchAsync(server, "folder/three.bin", ["--range", $"{start}-{end - 1}"], cancellationToken);
            Assert.True(exitCode == 0, output);
            Assert.Equal(whole[start..end], await File.ReadAllBytesAsync(Local(server), cancellationToken));
        }
    }

    public static async Task ServesTlsAsync(FtpServerProcess server, bool expectResumption, CancellationToken cancellationToken)
    {
        var expected = await server.PutAsync("secret.bin", 1_000_000, seed: 4, cancellationToken);
        var (exitCode, output) = await FetchAsync(server, "secret.bin", TrustingTls(server), cancellationToken);
        Assert.True(exitCode == 0, output);
        Assert.Equal(expected, await RandomFile.HashAsync(Local(server), cancellationToken));
        Assert.Equal(2, Regex.Count(output, "SSL connection using TLSv1.2"));
        if (expectResumption)
            Assert.Contains("SSL re-using session ID", output);
    }

    public static async Task RefusesTlsDataWithoutResumptionAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        await server.PutAsync("secret.bin", 1_000, seed: 4, cancellationToken);
        var (exitCode, output) = await FetchAsync(server, "secret.bin", [.. TrustingTls(server), "--no-sessionid"], cancellationToken);
        Assert.True(exitCode != 0, output);
    }

    /// <summary>Two sessions are welcome, the third hears <paramref name="refusal"/>, and a place that got free is given again.</summary>
    public static async Task RefusesTheThirdSessionAsync(FtpServerProcess server, string refusal, CancellationToken cancellationToken)
    {
        var (first, firstReply) = await RawFtpClient.LogInAsync(server, cancellationToken);
        var (second, secondReply) = await RawFtpClient.LogInAsync(server, cancellationToken);
        var (third, thirdReply) = await RawFtpClient.LogInAsync(server, cancellationToken);
        using (first)
        using (second)
        using (third)
        {
            Assert.StartsWith("230", firstReply);
            Assert.StartsWith("230", secondReply);
            Assert.StartsWith(refusal, thirdReply);
            await second.SendAsync("QUIT", cancellationToken);
        }
        string lastReply;
        do
        {
            var (later, reply) = await RawFtpClient.LogInAsync(server, cancellationToken);
            later.Dispose();
            lastReply = reply;
            cancellationToken.ThrowIfCancellationRequested();
        }
        while (!lastReply.StartsWith("230", StringComparison.Ordinal));
    }

    /// <summary>A lower bound only: a busy machine is slower, never faster, than the limit.</summary>
    public static async Task KeepsToItsRateAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        var seconds = 2;
        // The first second may be a burst.
        await server.PutAsync("slow.bin", (long)server.Options.BytesPerSecond! * (seconds + 1), seed: 5, cancellationToken);
        var clock = Stopwatch.StartNew();
        var (exitCode, output) = await FetchAsync(server, "slow.bin", [], cancellationToken);
        Assert.True(exitCode == 0, output);
        Assert.True(clock.Elapsed.TotalSeconds > seconds * 0.9, $"It took only {clock.Elapsed}.");
    }

    public static async Task StaysInItsPassivePortsAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        var (client, _) = await RawFtpClient.LogInAsync(server, cancellationToken);
        using (client)
            for (var i = 0; i < 5; i++)
            {
                var reply = await client.SendAsync("EPSV", cancellationToken);
                var port = int.Parse(Regex.Match(reply, "[0-9]{4,5}").Value, CultureInfo.InvariantCulture);
                Assert.InRange(port, server.FirstPassivePort, server.FirstPassivePort + server.Options.PassivePorts!.Value - 1);
            }
    }

    private static string Local(FtpServerProcess server) => Path.Combine(server.Root, "..", "fetched");

    private static string[] TrustingTls(FtpServerProcess server) =>
        ["--verbose", "--ssl-reqd", "--tlsv1.2", "--tls-max", "1.2", "--cacert", server.CertificateFile!];

    private static Task<ProgramEnd> FetchAsync(
        FtpServerProcess server, string path, string[] arguments, CancellationToken cancellationToken)
    {
        var folder = Path.GetDirectoryName(server.Root)!;
        string[] all = ["--silent", "--show-error", "--globoff", "--output", Local(server), .. arguments, server.UriFor(path).AbsoluteUri];
        return ProgramRun.RunAsync("curl", folder, all, cancellationToken);
    }
}
