using Accelerator.Tuning.Advising;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Tests.Advising;

public sealed class RoleDetectorTests
{
    [Theory]
    // A server of Windows, by link and path.
    [InlineData("server", 10.0, 200.0, "dtn-wan-10g")]
    [InlineData("server", 10.0, 2.001, "dtn-wan-10g")]
    [InlineData("server", 10.0, 2.0, "dtn-lan-10g")]
    [InlineData("server", 100.0, 0.1, "dtn-lan-10g")]
    [InlineData("server", 40.0, null, "dtn-wan-10g")]
    [InlineData("server", 9.999, 200.0, "server-wan")]
    [InlineData("server", 1.0, 0.1, "server-wan")]
    [InlineData("server", null, 200.0, "server-wan")]
    // A desktop, whatever it is connected to.
    [InlineData("desktop", 10.0, 200.0, "desktop-wan")]
    [InlineData("desktop", null, null, "desktop-wan")]
    // Linux does not say what it is for.
    [InlineData("linux", 10.0, 200.0, "dtn-wan-10g")]
    [InlineData("linux", 10.0, 0.2, "dtn-lan-10g")]
    [InlineData("linux", 1.0, 200.0, "server-wan")]
    [InlineData("linux", null, null, "server-wan")]
    public void The_edition_the_link_and_the_path_choose(string kind, double? gigabits, double? milliseconds, string profile)
    {
        var host = new HostFacts(20348, kind == "server", 8, []) { Platform = kind == "linux" ? HostPlatform.Linux : HostPlatform.Windows };
        var choice = RoleDetector.Choose(host, (long?)(gigabits * 1e9), milliseconds is { } trip ? TimeSpan.FromMilliseconds(trip) : null);
        Assert.Equal(profile, choice.Profile);
        Assert.Contains(choice.Profile, ProfileShelf.Names);
        // What is not known is said, and how to say it.
        Assert.Equal(gigabits is null, choice.Why.Contains("--bandwidth", StringComparison.Ordinal));
    }
}
