namespace Accelerator.Ftp.Tests.Sockets;

public sealed class WindowLimitTests : IDisposable
{
    private readonly Socket _receiver = new(SocketType.Stream, ProtocolType.Tcp);
    private readonly Socket _sender;

    public WindowLimitTests()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        _receiver.Connect(listener.LocalEndpoint);
        _sender = listener.AcceptSocket();
    }

    public void Dispose()
    {
        _receiver.Dispose();
        _sender.Dispose();
    }

    [Fact]
    public void The_window_is_never_larger_than_the_most_that_may_be_in_flight()
    {
        var limit = new WindowLimit();

        AssertClamp(400_000, wanted: long.MaxValue, most: 400_000);
        AssertClamp(600_000, wanted: 64 << 20, most: 600_000);
        // The window reaches the end of the wanted bytes, and two segments more.
        limit.Set(_receiver, 50_000, 600_000);
        var toEnd = Clamp(_receiver);
        if (OperatingSystem.IsLinux()) Assert.InRange(toEnd, 50_000, 50_000 + (2 * 65_536));
        AssertClamp(150_000, wanted: 90_000, most: 150_000);
        // The kernel would keep it.
        AssertClamp(int.MaxValue, wanted: long.MaxValue, most: long.MaxValue);

        void AssertClamp(int clamp, long wanted, long most)
        {
            limit.Set(_receiver, wanted, most);
            Assert.Equal(OperatingSystem.IsLinux() ? clamp : 0, Clamp(_receiver));
        }
    }

    [Fact]
    public void The_window_ends_where_the_wanted_bytes_end_once_it_reaches_them_and_rises_with_them()
    {
        var before = Clamp(_receiver);
        var limit = new WindowLimit();

        limit.Set(_receiver, 64 << 20);
        Assert.Equal(before, Clamp(_receiver));
        limit.Set(_receiver, 50_000);
        var tight = Clamp(_receiver);
        limit.Set(_receiver, 90_000);

        Assert.Equal(OperatingSystem.IsLinux() ? 40_000 : 0, Clamp(_receiver) - tight);
        if (OperatingSystem.IsLinux()) Assert.InRange(tight, 50_000, 50_000 + (2 * 65_536));
    }

    private static int Clamp(Socket socket)
    {
        if (!OperatingSystem.IsLinux()) return 0;
        var value = new byte[sizeof(int)];
        socket.GetRawSocketOption(6, 10, value);
        return BitConverter.ToInt32(value);
    }
}
