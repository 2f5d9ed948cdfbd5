using Accelerator.Gateway.Data;
using Accelerator.Gateway.Files;

namespace Accelerator.Gateway.Tests.Files;

/// <summary>Tests the end of a fetch whose client has closed the data connection.</summary>
public sealed class ClientEndTests
{
    private static readonly FetchEnd Disk = new(FailureKind.Disk, "The output cannot be written.", 4);

    [Fact]
    public async Task An_output_tells_that_the_client_has_ended_it()
    {
        using var listener = new Socket(SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        using var client = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await client.ConnectAsync(listener.LocalEndPoint!);
        await using var output = new DataOutput(await listener.AcceptAsync(), 5 * ScriptedServer.Patience, TimeProvider.System);
        await output.WriteAsync(new byte[1000]);
        Assert.Null(output.EndedByClient);
        client.LingerState = new LingerOption(enable: true, seconds: 0);
        client.Dispose();
        await Assert.ThrowsAsync<IOException>(async () =>
        {
            while (true) await output.WriteAsync(new byte[1000]);
        });
        Assert.Equal("The client ended the transfer.", output.EndedByClient);
    }

    [Fact]
    public void A_failure_that_the_client_caused_is_the_clients_unless_the_file_is_in_doubt()
    {
        const string Sentence = "The client ended the transfer.";
        Assert.Equal(new FetchEnd(FailureKind.Cancelled, Sentence, 4), Disk.OrByClient(Sentence));
        Assert.Equal(Disk, Disk.OrByClient(null));
        var complete = new FetchEnd(null, "", 4);
        Assert.Equal(complete, complete.OrByClient(Sentence));
        Assert.Equal(FetchEnd.Changed(), FetchEnd.Changed().OrByClient(Sentence));
    }
}
