using Accelerator.Service.Linux;

namespace Accelerator.Service.Tests.Linux;

public sealed class SystemdNotifierTests : IDisposable
{
    private readonly TempFolder _folder = new();
    private readonly FakeTime _time = new();
    private readonly Socket _systemd = new(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);

    public void Dispose()
    {
        _systemd.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Ready_reload_and_stop_are_notified()
    {
        using var notifier = Listen();
        await notifier.StartedAsync(CancellationToken.None);
        Assert.Equal("READY=1", await HearAsync());
        notifier.Reloading();
        Assert.Matches("^RELOADING=1\nMONOTONIC_USEC=[0-9]+$", await HearAsync());
        notifier.Ready();
        Assert.Equal("READY=1", await HearAsync());
        await notifier.StoppingAsync(CancellationToken.None);
        Assert.Equal("STOPPING=1", await HearAsync());
    }

    [Fact]
    public async Task The_watchdog_is_notified_twice_per_timeout()
    {
        using var notifier = Listen(("WATCHDOG_USEC", "30000000"), ("WATCHDOG_PID", Environment.ProcessId.ToString()));
        await notifier.StartAsync(CancellationToken.None);
        await _time.UntilNextIsDueInAsync(TimeSpan.FromSeconds(15));
        _time.Advance(TimeSpan.FromSeconds(15));
        Assert.Equal("WATCHDOG=1", await HearAsync());
        await notifier.StopAsync(CancellationToken.None);
    }

    [Theory]
    [InlineData("WATCHDOG_PID", "1")]
    [InlineData("WATCHDOG_USEC", "0")]
    [InlineData("WATCHDOG_USEC", "-5")]
    [InlineData("WATCHDOG_USEC", "99999999999999999999")]
    public async Task A_disabled_or_foreign_watchdog_is_not_notified(string name, string value)
    {
        using var notifier = Listen(("WATCHDOG_USEC", "30000000"), (name, value));
        await notifier.StartAsync(CancellationToken.None);
        await notifier.ExecuteTask!.SoonAsync();
        Assert.Equal(0, _time.ActiveTimers);
        await notifier.StopAsync(CancellationToken.None);
    }

    [Fact]
    public void A_closed_systemd_socket_is_ignored()
    {
        using var notifier = Listen();
        _systemd.Dispose();
        notifier.Ready();
    }

    [Fact]
    public void Without_a_systemd_socket_there_is_no_notifier() =>
        Assert.All((string?[])[null, "", "run/notify"], path => Assert.Null(SystemdNotifier.Of(name => name == "NOTIFY_SOCKET" ? path : null, _time)));

    private SystemdNotifier Listen(params (string Name, string Value)[] variables)
    {
        var path = _folder.File("notify");
        _systemd.Bind(new UnixDomainSocketEndPoint(path));
        return SystemdNotifier.Of(name => name == "NOTIFY_SOCKET" ? path : variables.LastOrDefault(variable => variable.Name == name).Value, _time)!;
    }

    private async Task<string> HearAsync()
    {
        var buffer = new byte[1000];
        return Encoding.UTF8.GetString(buffer, 0, await _systemd.ReceiveAsync(buffer).SoonAsync());
    }
}
