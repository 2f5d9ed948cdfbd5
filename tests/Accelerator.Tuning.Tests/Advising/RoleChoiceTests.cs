namespace Accelerator.Tuning.Tests.Advising;

public sealed class RoleChoiceTests
{
    [Fact]
    public void The_edition_the_link_and_the_path_choose() => Assert.All(
        ((string, double?, double?, string)[])
        [
            // A Windows server, by link and path.
            ("server", 10, 200, "dtn-wan-10g"), ("server", 10, 2.001, "dtn-wan-10g"), ("server", 10, 2, "dtn-lan-10g"), ("server", 100, 0.1, "dtn-lan-10g"), ("server", 40, null, "dtn-wan-10g"),
            ("server", 9.999, 200, "server-wan"), ("server", 1, 0.1, "server-wan"), ("server", null, 200, "server-wan"),
            // A desktop, by link.
            ("desktop", 10, 200, "desktop-10g"), ("desktop", 40, null, "desktop-10g"), ("desktop", 9.999, 0.2, "desktop-wan"), ("desktop", null, null, "desktop-wan"),
            // Linux does not report its role.
            ("linux", 10, 200, "dtn-wan-10g"), ("linux", 10, 0.2, "dtn-lan-10g"), ("linux", 1, 200, "server-wan"), ("linux", null, null, "server-wan"),
        ],
        one =>
        {
            var (kind, gigabits, milliseconds, profile) = one;
            var host = new HostFacts(20348, kind == "server", 8, []) { Platform = kind == "linux" ? HostPlatform.Linux : HostPlatform.Windows };
            var choice = RoleChoice.Of(host, (long?)(gigabits * 1e9), milliseconds is { } roundTrip ? TimeSpan.FromMilliseconds(roundTrip) : null);
            Assert.Equal(profile, choice.Profile);
            Assert.Contains(choice.Profile, ProfileCatalogue.Names);
            // The reason names each unknown value and the option that sets it.
            Assert.Equal(gigabits is null, choice.Why.Contains("--bandwidth", StringComparison.Ordinal));
        });
}
