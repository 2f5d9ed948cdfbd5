namespace Accelerator.Tuning.Tests.Stores;

/// <summary>The interfaces of the computer that runs the tests.</summary>
public sealed class NetworkLinksTests
{
    /// <summary>A virtual adapter reports -1, which .NET reads as 4295 Tbit/s; no link of this decade has 10.</summary>
    [Fact]
    public void An_unknown_link_speed_is_zero() => Assert.All(NetworkLinks.OfThisComputer(), link => Assert.InRange(link.BitsPerSecond, 0, 10_000_000_000_000));

    [Fact]
    public void Links_that_are_up_have_an_MTU() => Assert.All(NetworkLinks.OfThisComputer().Where(link => link.IsUp && link.Addresses.Count > 0), link => Assert.InRange(link.Mtu, 576, 65_536));
}
