using System.Collections.Concurrent;
using System.Security.Cryptography;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;
using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;
using Accelerator.TestKit;

namespace Accelerator.Interop.Tests.Tls;

/// <summary>What must hold with every server that wants each data connection to resume its control connection's TLS session.</summary>
internal static class TlsProof
{
    private const int Runs = 10;
    private const int Sessions = 16;
    private const int Transfers = 3;
    private const int Size = 300_000;

    /// <summary>
    /// Many sessions that begin together, some transfers each, some runs, each with a server that has never been met: every transfer succeeds.
    /// One that does not depends on which handshake came first, so one run shows nothing.
    /// </summary>
    public static async Task EveryTransferResumesAsync(Func<Task<FtpServerProcess>> start, CancellationToken cancellationToken)
    {
        var good = 0;
        var failures = new ConcurrentQueue<string>();
        for (var run = 0; run < Runs; run++)
        {
            await using var server = await start();
            var hash = await server.PutAsync("a.bin", Size, seed: run, cancellationToken);
            using var bench = new GetBench(server);
            using var connector = new FtpConnector(
                new SessionProfile { Endpoint = bench.Endpoint, Credential = bench.Credential, AcceptAnyCertificate = true }, TimeProvider.System, trace: null);
            await Task.WhenAll(Enumerable.Range(0, Sessions).Select(_ => Task.Run(() => FetchAsync(connector, hash), cancellationToken)));
        }
        Assert.True(good == Runs * Sessions * Transfers, $"{good} of {Runs * Sessions * Transfers} transfers succeeded.\n{string.Join('\n', failures)}");

        async Task FetchAsync(FtpConnector connector, string hash)
        {
            try
            {
                await using var session = await connector.ConnectAsync(greeted: null, cancellationToken);
                for (var transfer = 0; transfer < Transfers; transfer++)
                {
                    Assert.Equal(hash, await FetchOnceAsync(session, cancellationToken));
                    Interlocked.Increment(ref good);
                }
            }
            catch (FtpException e)
            {
                failures.Enqueue(e.Message);
            }
        }
    }

    /// <summary>A whole get with sixteen streams, by the real executable.</summary>
    public static async Task GetsWithSixteenStreamsAsync(FtpxProgram program, FtpServerProcess server, CancellationToken cancellationToken)
    {
        var hash = await GetProof.PutAsync(server, "big.bin", GetProof.Big, cancellationToken);
        using var folder = new TempFolder();
        var end = await program.GetAsync(server, folder, ["--streams", "16", "--insecure", "--json", FtpxProgram.UrlOf(server, "big.bin")], cancellationToken);

        Assert.True((end.ExitCode, end.Error) == (0, ""), end.Output + end.Error);
        Assert.Equal(16, Assert.Single(FtpxProgram.Lines(end, "result")).GetProperty("peak_streams").GetInt32());
        Assert.Equal(hash, await RandomFile.HashAsync(folder.File("big.bin"), cancellationToken));
        Assert.DoesNotContain(FtpxProgram.Lines(end, "warning"), warning => warning.GetProperty("kind").GetString() != "other");
    }

    /// <summary>Nobody this computer trusts has signed the certificate: no login is sent, and the sentence says what can be done.</summary>
    public static async Task RefusesAnUnknownCertificateAsync(FtpxProgram program, FtpServerProcess server, CancellationToken cancellationToken)
    {
        await GetProof.PutAsync(server, "a.bin", 1000, cancellationToken);
        using var folder = new TempFolder();
        var end = await program.GetAsync(server, folder, ["--streams", "8", FtpxProgram.UrlOf(server, "a.bin")], cancellationToken);

        Assert.Equal((11, ""), (end.ExitCode, end.Output));
        Assert.Contains($"The certificate of {server.Name}:{server.Port} is not accepted", end.Error);
        Assert.Contains("--insecure", end.Error);
        AssertNothingWasSent(server);
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.Path));
    }

    /// <summary>The same certificate, made known to the system, needs no <c>--insecure</c>.</summary>
    public static async Task AcceptsACertificateTheSystemTrustsAsync(FtpxProgram program, FtpServerProcess server, CancellationToken cancellationToken)
    {
        var hash = await GetProof.PutAsync(server, "a.bin", 1000, cancellationToken);
        using var folder = new TempFolder();
        var environment = new Dictionary<string, string> { ["SSL_CERT_FILE"] = server.CertificateFile! };
        if (server is not VsftpdServer) environment["FTPX_PASSWORD"] = server.Password;
        await using var run = program.Start(folder.Path, environment, ["get", FtpxProgram.UrlOf(server, "a.bin")]);
        var end = await run.WaitAsync(cancellationToken);

        Assert.True(end.ExitCode == 0, end.Error);
        Assert.Equal(hash, await RandomFile.HashAsync(folder.File("a.bin"), cancellationToken));
    }

    /// <summary>A server without TLS is asked for it: that is an error, and nothing goes over the line in the clear.</summary>
    public static async Task NeverFallsBackToPlainAsync(FtpxProgram program, FtpServerProcess plain, string security, CancellationToken cancellationToken)
    {
        await GetProof.PutAsync(plain, "a.bin", 1000, cancellationToken);
        using var folder = new TempFolder();
        var end = await program.GetAsync(plain, folder, ["--insecure", "--tls", security, FtpxProgram.UrlOf(plain, "a.bin")], cancellationToken);

        Assert.True((end.ExitCode, end.Output) == (11, ""), end.Output + end.Error);
        Assert.StartsWith("ftpx: ", end.Error);
        AssertNothingWasSent(plain);
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.Path));
    }

    /// <summary>
    /// .NET on Linux keeps TLS sessions by the name it sends, and an address is none: nothing is resumed, and the server refuses the data.
    /// The user hears why, in one sentence, at once.
    /// </summary>
    public static async Task TellsThatNothingWasResumedAsync(FtpxProgram program, FtpServerProcess server, CancellationToken cancellationToken)
    {
        await GetProof.PutAsync(server, "a.bin", 1000, cancellationToken);
        using var folder = new TempFolder();
        var url = FtpxProgram.UrlOf(server, "a.bin").Replace(server.Name, server.Host, StringComparison.Ordinal);
        var end = await program.GetAsync(server, folder, ["--insecure", "--quiet", "--streams", "4", url], cancellationToken);

        Assert.True((end.ExitCode, end.Output) == (11, ""), end.Output + end.Error);
        Assert.Contains("TLS session", Assert.Single(end.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
        Assert.InRange(server.CountCommands("RETR"), 1, 4);
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.Path));
    }

    private static void AssertNothingWasSent(FtpServerProcess server)
    {
        Assert.Equal(0, server.CountCommands("USER"));
        Assert.Equal(0, server.CountCommands("PASS"));
        Assert.DoesNotContain(server.Password, server.Log);
    }

    private static async Task<string> FetchOnceAsync(FtpSession session, CancellationToken cancellationToken)
    {
        await using var transfer = await session.RetrieveAsync(FtpPath.FromText("a.bin", FtpCharsets.Utf8), 0, null, cancellationToken);
        using var sha256 = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var buffer = new byte[64 << 10];
        while (await transfer.ReadAsync(buffer) is > 0 and var read) sha256.AppendData(buffer, 0, read);
        Assert.Equal(226, (await transfer.CompleteAsync(cancellationToken))?.Code);
        return Convert.ToHexString(sha256.GetHashAndReset());
    }
}
