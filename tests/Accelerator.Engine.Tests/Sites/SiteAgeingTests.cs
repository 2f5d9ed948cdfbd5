using Accelerator.Engine.Sites;

namespace Accelerator.Engine.Tests.Sites;

public sealed class SiteAgeingTests
{
    [Fact]
    public void Facts_of_a_minute_ago_are_all_acted_on() => Assert.Equal(SiteSamples.Facts, Fresh(TimeSpan.FromMinutes(1)));

    [Fact]
    public void A_ceiling_holds_an_hour()
    {
        Assert.NotNull(Fresh(TimeSpan.FromMinutes(59)).Ceiling);
        Assert.Equal(SiteSamples.Facts with { Ceiling = null }, Fresh(TimeSpan.FromHours(1)));
    }

    [Fact]
    public void Everything_else_holds_thirty_days()
    {
        Assert.Equal(SiteSamples.Facts with { Ceiling = null }, Fresh(TimeSpan.FromDays(30) - TimeSpan.FromSeconds(1)));
        Assert.Equal(SiteFacts.None, Fresh(TimeSpan.FromDays(30)));
    }

    [Fact]
    public void A_fact_from_the_future_is_not_acted_on()
    {
        Assert.Equal(SiteSamples.Facts, Fresh(TimeSpan.FromMinutes(-5)));
        Assert.Equal(SiteFacts.None, Fresh(TimeSpan.FromMinutes(-6)));
        Assert.Null(Ceiling(TimeSpan.FromMinutes(-6)));
    }

    [Theory]
    [InlineData(0, 60)]
    [InlineData(59, 60)]
    [InlineData(60, 0)]
    [InlineData(30 * 24 * 60 - 1, 0)]
    public void A_ceiling_is_begun_with_for_thirty_days_and_tried_at_once_after_an_hour(int minutes, int coolDown) =>
        Assert.Equal((6, TimeSpan.FromSeconds(coolDown)), Ceiling(TimeSpan.FromMinutes(minutes)));

    [Fact]
    public void A_ceiling_of_last_month_is_forgotten()
    {
        Assert.Null(Ceiling(TimeSpan.FromDays(30)));
        Assert.Null(SiteAgeing.Ceiling(SiteFacts.None, SiteSamples.Learned));
    }

    private static SiteFacts Fresh(TimeSpan age) => SiteAgeing.Fresh(SiteSamples.Facts, SiteSamples.Learned + age);

    private static (int Sessions, TimeSpan CoolDown)? Ceiling(TimeSpan age) => SiteAgeing.Ceiling(SiteSamples.Facts, SiteSamples.Learned + age);
}
