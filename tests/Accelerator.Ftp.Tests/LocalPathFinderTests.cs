namespace Accelerator.Ftp.Tests;

public sealed class LocalPathFinderTests
{
    private const string There = "There are: lo (127.0.0.1, ::1), eth0 (192.0.2.7), eth1 (198.51.100.7, 198.51.100.8, 2001:db8::7), a, b (203.0.113.9).";

    private static readonly LocalInterface[] Interfaces =
    [
        Of("lo", "127.0.0.1", "::1"), Of("eth0", "192.0.2.7"), Of("eth1", "198.51.100.7", "198.51.100.8", "2001:db8::7"), Of("eth2", "203.0.113.7") with { IsUp = false },
        Of("eth3"), Of("a, b", "203.0.113.9"),
    ];

    [Fact]
    public void An_interface_resolves_to_its_first_address_of_each_family_and_on_Linux_to_its_device() => Assert.Equal(
        new LocalPath("eth1", IPAddress.Parse("198.51.100.7"), IPAddress.Parse("2001:db8::7"), OperatingSystem.IsLinux() ? "eth1" : null), Assert.Single(Found("eth1")));

    [Fact]
    public void An_address_is_itself_and_holds_no_device() => Assert.Equal(LocalPath.Of(IPAddress.Parse("198.51.100.8")), Assert.Single(Found("198.51.100.8")));

    [Theory]
    [InlineData("eth0,eth1")]
    [InlineData("eth0 , eth1")]
    [InlineData("eth0", "eth1")]
    public void Several_come_by_commas_or_one_by_one(params string[] names) => Assert.Equal(["eth0", "eth1"], Found(names).Select(path => path.Name));

    [Fact]
    public void A_name_with_a_comma_in_it_is_a_name() => Assert.Equal("a, b", Assert.Single(Found("a, b")).Name);

    [Theory]
    [InlineData("127.0.0.5")]
    [InlineData("::1")]
    public void A_loopback_address_is_this_computers_whether_an_interface_lists_it_or_not(string address) => Assert.Equal(address, Assert.Single(Found(address)).Name);

    [Theory]
    [InlineData("192.0.2.99", "192.0.2.99 is not an address of this computer. " + There)]
    [InlineData("eth9", "eth9 is not an address or an interface of this computer. " + There)]
    [InlineData("7", "7 is not an address or an interface of this computer. " + There)]
    [InlineData("eth0,", "A name is empty. " + There)]
    [InlineData("", "A name is empty. " + There)]
    [InlineData("eth2", "eth2 is down. Fix that, or use another interface. " + There)]
    [InlineData("203.0.113.7", "203.0.113.7 is the address of eth2, which is down. " + There)]
    [InlineData("eth3", "eth3 has no address. Fix that, or use another interface. " + There)]
    [InlineData("eth0,eth0", "eth0 is listed twice; list it once.")]
    [InlineData("eth0,192.0.2.7", "eth0 (192.0.2.7) and 192.0.2.7 are the same local path; use only one of them.")]
    [InlineData("2001:db8::7,eth1", "2001:db8::7 and eth1 (198.51.100.7) are the same local path; use only one of them.")]
    [InlineData("e\u001b[2J", "e\\x1B[2J is not an address or an interface of this computer. " + There)]
    public void An_unusable_local_path_gives_an_error_that_lists_the_choices(string names, string sentence)
    {
        Assert.False(LocalPath.TryFind([names], Interfaces, out var paths, out var problem));
        Assert.Null(paths);
        Assert.Equal(sentence, problem);
    }

    [Fact]
    public void With_very_many_interfaces_only_the_first_are_listed()
    {
        var many = Enumerable.Range(1, 40).Select(i => Of($"veth{i}", $"192.0.2.{i}")).ToArray();
        Assert.False(LocalPath.TryFind(["eth9"], many, out _, out var problem));
        Assert.EndsWith("veth12 (192.0.2.12) and 28 more.", problem, StringComparison.Ordinal);
    }

    [Fact]
    public void This_computer_has_a_loopback_interface()
    {
        var loopback = Assert.Single(LocalInterface.All(), one => one.Addresses.Contains(IPAddress.Loopback));
        Assert.True(loopback.IsUp);
        Assert.Equal(IPAddress.Loopback, LocalPath.OfInterface(loopback.Name)?.IPv4);
        Assert.Null(LocalPath.OfInterface("no such interface"));
    }

    private static IReadOnlyList<LocalPath> Found(params string[] names)
    {
        Assert.True(LocalPath.TryFind(names, Interfaces, out var paths, out var problem), problem);
        return paths;
    }

    private static LocalInterface Of(string name, params string[] addresses) => new(name, true, [.. addresses.Select(IPAddress.Parse)]);
}
