namespace Accelerator.Engine.Tests.Sites;

public sealed class SiteAgeingTests
{
    [Theory]
    [InlineData(-6 * 60, false, false)]
    [InlineData(-5 * 60, true, true)]
    [InlineData(60, true, true)]
    [InlineData(59 * 60, true, true)]
    [InlineData(60 * 60, false, true)]
    [InlineData((30 * 24 * 3600) - 1, false, true)]
    [InlineData(30 * 24 * 3600, false, false)]
    public void A_ceiling_is_acted_on_for_an_hour_all_else_for_thirty_days_and_nothing_from_the_future(int seconds, bool ceiling, bool others)
    {
        var expected = others ? SiteSamples.Facts : SiteFacts.None;
        Assert.Equal(ceiling ? expected : expected with { Ceiling = null }, SiteAgeing.Fresh(SiteSamples.Facts, SiteSamples.Learned + TimeSpan.FromSeconds(seconds)));
    }

    [Theory]
    [InlineData(0, 60)]
    [InlineData(59, 60)]
    [InlineData(60, 0)]
    [InlineData(30 * 24 * 60 - 1, 0)]
    // A month old, and from the future.
    [InlineData(30 * 24 * 60, null)]
    [InlineData(-6, null)]
    public void A_ceiling_is_begun_with_for_thirty_days_and_tried_at_once_after_an_hour(int minutes, int? coolDown)
    {
        var ceiling = SiteAgeing.Ceiling(SiteSamples.Facts, SiteSamples.Learned + TimeSpan.FromMinutes(minutes));
        Assert.Equal(coolDown is { } seconds ? (6, TimeSpan.FromSeconds(seconds)) : null, ceiling);
        Assert.Null(SiteAgeing.Ceiling(SiteFacts.None, SiteSamples.Learned));
    }
}
