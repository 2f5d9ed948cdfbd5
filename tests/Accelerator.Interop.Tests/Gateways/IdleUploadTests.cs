using Accelerator.Gateway;
using Accelerator.Gateway.Settings;

namespace Accelerator.Interop.Tests.Gateways;

/// <summary>A client that begins an upload and sends nothing, in front of a real server.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class IdleUploadTests : RealTests
{
    [ServerFact("vsftpd")]
    public async Task A_client_that_uploads_nothing_loses_its_transfer()
    {
        await using var server = await VsftpdServer.StartAsync(
            new ServerOptions { Extra = ["write_enable=YES", "anon_upload_enable=YES"] }, Token);
        await server.PutAsync("in/there.bin", 1000, 1, Token);
        File.SetUnixFileMode(Path.Combine(server.Root, "in"), (UnixFileMode)Convert.ToInt32("777", 8));
        var upstream = new FtpEndpoint(server.Name, server.Port, FtpSecurity.None);
        await using var gateway = GatewayServer.Start(new GatewaySettings
        {
            Listen = new IPEndPoint(IPAddress.Loopback, 0),
            Upstream = upstream,
            Resolve = (_, _, _, _) => Task.FromResult(new UpstreamServer(upstream, new TransferRequest { Items = [], Streams = 1 })),
            SpoolFolder = Folder.Path,
            AllowChanges = true,
            // The client takes less for its commands also on a busy computer.
            IdleLimit = TimeSpan.FromSeconds(5),
        });
        using var client = new TcpClient();
        await client.ConnectAsync(gateway.EndPoint, Token);
        using var replies = new StreamReader(client.GetStream());
        await ReplyAsync("220");
        foreach (var (command, reply) in new[] { ("USER anonymous", "331"), ("PASS x", "230"), ("TYPE I", "200") }) await AskAsync(command, reply);
        var port = int.Parse(Regex.Match(await AskAsync("EPSV", "229"), @"\|(\d+)\|").Groups[1].Value);
        using var data = new TcpClient();
        await data.ConnectAsync(IPAddress.Loopback, port, Token);
        await AskAsync("STOR in/new.bin", "150");
        await ReplyAsync("426 The client sent no data for 5 s.");

        Task<string> AskAsync(string command, string expected)
        {
            client.GetStream().Write(Encoding.Latin1.GetBytes(command + "\r\n"));
            return ReplyAsync(expected);
        }

        async Task<string> ReplyAsync(string expected)
        {
            var reply = await replies.ReadLineAsync(Token) ?? "";
            Assert.StartsWith(expected, reply, StringComparison.Ordinal);
            return reply;
        }
    }
}
