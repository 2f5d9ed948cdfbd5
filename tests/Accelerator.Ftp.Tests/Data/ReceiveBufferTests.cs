namespace Accelerator.Ftp.Tests.Data;

public sealed class ReceiveBufferTests
{
    private const int Small = 64 << 10;

    [Fact]
    public void Every_system_grants_a_small_buffer() => Assert.Equal(Small, ReceiveBuffer.Granted(Small));

    [Theory]
    [InlineData(null)]
    [InlineData(Small)]
    public void A_socket_keeps_its_own_buffer_unless_one_is_wanted(int? bytes)
    {
        var profile = new SessionProfile { Endpoint = new FtpEndpoint("h", 21, FtpSecurity.None), Credential = FtpCredential.Anonymous, ReceiveBuffer = bytes };
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        var own = socket.ReceiveBufferSize;
        ReceiveBuffer.Set(socket, profile);
        Assert.Equal(bytes is { } fixedBytes ? fixedBytes * (OperatingSystem.IsLinux() ? 2 : 1) : own, socket.ReceiveBufferSize);
    }
}
