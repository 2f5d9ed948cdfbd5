namespace Accelerator.Interop.Tests.Servers;

/// <summary>Checks of every server, so that a test built on it tests the client and not the server. curl is the client.</summary>
public sealed class ServerTests : RealTests
{
    [ServerTheory("curl")]
    [Vsftpd(false), Proftpd(false), PureFtpd(false), Pyftpdlib(false)]
    [Vsftpd(true), Proftpd(true), PureFtpd(true), Pyftpdlib(true)]
    public async Task It_serves_sizes_and_any_byte_range(ServerKind kind, bool overIPv6)
    {
        await using var server = await kind.StartAsync(new ServerOptions { IPv6 = overIPv6 }, Token);
        Assert.Equal(overIPv6 ? "::1" : "127.0.0.1", server.Host);
        await server.PutAsync("folder/three.bin", 3_000_000, seed: 3, Token);
        var whole = await File.ReadAllBytesAsync(Path.Combine(server.Root, "folder/three.bin"), Token);

        var (client, reply) = await RawFtpClient.LogInAsync(server, Token);
        using (client)
        {
            Assert.StartsWith("230", reply);
            Assert.StartsWith("200", await client.SendAsync("TYPE I", Token));
            Assert.Equal("213 3000000", await client.SendAsync("SIZE folder/three.bin", Token));
            Assert.StartsWith("213 2", await client.SendAsync("MDTM folder/three.bin", Token));
        }
        foreach (var (start, end) in ((int, int)[])[(0, 3_000_000), (0, 1), (1, 100_000), (1_500_000, 2_500_000), (2_999_999, 3_000_000)])
        {
            (await FetchAsync(server, "folder/three.bin", ["--range", $"{start}-{end - 1}"], Token)).Expect();
            Assert.Equal(whole[start..end], await File.ReadAllBytesAsync(Local(server), Token));
        }
    }

    [ServerTheory("curl")]
    [Vsftpd(ServerTls.Explicit, true), Proftpd(ServerTls.Explicit, true), PureFtpd(ServerTls.Explicit, false), Pyftpdlib(ServerTls.Explicit, false)]
    [Vsftpd(ServerTls.Implicit, true), Proftpd(ServerTls.Implicit, true)]
    public async Task It_serves_over_TLS(ServerKind kind, ServerTls tls, bool expectResumption)
    {
        await using var server = await kind.StartAsync(new ServerOptions { Tls = tls }, Token);
        var expected = await server.PutAsync("secret.bin", 1_000_000, seed: 4, Token);
        string[] trusting = ["--verbose", "--ssl-reqd", "--tlsv1.2", "--tls-max", "1.2", "--cacert", server.CertificateFile!];
        var (_, output) = (await FetchAsync(server, "secret.bin", trusting, Token)).Expect();
        Assert.Equal(expected, await RandomFile.HashAsync(Local(server), Token));
        Assert.Equal(2, Regex.Count(output, "SSL connection using TLSv1.2"));
        if (expectResumption)
            Assert.Contains("SSL re-using session ID", output);
    }

    /// <summary>
    /// Checks that two sessions are accepted, the third is refused with <paramref name="refusal"/>, and a freed slot is used again.
    /// </summary>
    [ServerTheory]
    [Vsftpd(false, "421"), Proftpd(false, "530"), PureFtpd(false, "421"), Pyftpdlib(false, "421")]
    [Vsftpd(true, "421"), Proftpd(true, "530"), PureFtpd(true, "421"), Pyftpdlib(true, "421")]
    public async Task It_refuses_the_session_above_its_limit(ServerKind kind, bool perAddress, string refusal)
    {
        var options = perAddress ? new ServerOptions { MaxPerAddress = 2 } : new ServerOptions { MaxClients = 2 };
        await using var server = await kind.StartAsync(options, Token);
        var (first, firstReply) = await RawFtpClient.LogInAsync(server, Token);
        var (second, secondReply) = await RawFtpClient.LogInAsync(server, Token);
        var (third, thirdReply) = await RawFtpClient.LogInAsync(server, Token);
        using (first)
        using (second)
        using (third)
        {
            Assert.StartsWith("230", firstReply);
            Assert.StartsWith("230", secondReply);
            Assert.StartsWith(refusal, thirdReply);
            await second.SendAsync("QUIT", Token);
        }
        while (true)
        {
            var (later, reply) = await RawFtpClient.LogInAsync(server, Token);
            later.Dispose();
            if (reply.StartsWith("230", StringComparison.Ordinal)) return;
            await Task.Delay(TimeSpan.FromMilliseconds(20), Token);
        }
    }

    /// <summary>A lower bound only: a busy machine is slower, never faster, than the limit.</summary>
    [ServerTheory("curl")]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public async Task It_keeps_a_connection_to_its_rate(ServerKind kind)
    {
        const int Rate = 512 * 1024;
        const int Seconds = 2;
        await using var server = await kind.StartAsync(new ServerOptions { BytesPerSecond = Rate }, Token);
        // The first second may be a burst.
        await server.PutAsync("slow.bin", Rate * (Seconds + 1), seed: 5, Token);
        var clock = Stopwatch.StartNew();
        (await FetchAsync(server, "slow.bin", [], Token)).Expect();
        Assert.True(clock.Elapsed.TotalSeconds > Seconds * 0.9, $"It took only {clock.Elapsed}.");
    }

    private static string Local(FtpServerProcess server) => Path.Combine(server.Root, "..", "fetched");

    private static Task<ProgramEnd> FetchAsync(FtpServerProcess server, string path, string[] arguments, CancellationToken cancellationToken)
    {
        var folder = Path.GetDirectoryName(server.Root)!;
        string[] all = ["--silent", "--show-error", "--globoff", "--output", Local(server), .. arguments, server.UriFor(path).AbsoluteUri];
        return ProgramRun.RunAsync("curl", folder, all, cancellationToken);
    }
}
