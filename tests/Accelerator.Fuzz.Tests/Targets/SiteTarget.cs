using Accelerator.Engine.Sites;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>A site's file, which a user may have edited: an accepted file can be shown and is written back as it was.</summary>
internal static class SiteTarget
{
    public static bool Read(byte[] input)
    {
        if (!SiteFormat.TryRead(input, out var record, out var problem))
        {
            Assert.Null(record);
            Assert.NotEmpty(problem);
            return false;
        }
        Assert.Null(problem);
        Assert.NotEmpty(record.Key.Host);
        Assert.InRange(record.Key.Port, 1, 65535);
        Foreign.AssertSafe(record.Key.ToString());
        var facts = record.Facts;
        Foreign.AssertSafe(facts.ServerSoftware?.Value);
        Assert.True((facts.ServerSoftware?.Value.Length ?? 0) <= SiteFacts.MostSoftware);
        Assert.All(facts.Features?.Value ?? [], Foreign.AssertSafe);
        Assert.True(facts.Ceiling is null or { Value: >= 1 });
        Assert.True(facts.RoundTrip is null || facts.RoundTrip.Value.Value > TimeSpan.Zero);

        var written = SiteFormat.Write(record);
        Assert.True(SiteFormat.TryRead(written, out var again, out problem), problem);
        Assert.Equal(record.Key, again.Key);
        Assert.Equal(record.Settings.Values, again.Settings.Values);
        Assert.Equal(written, SiteFormat.Write(again));
        return true;
    }
}
