namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>FEAT: every feature that is listed is in the reply, and can be queried.</summary>
internal static class FeatureTarget
{
    public static bool Read(byte[] input)
    {
        var isTaken = false;
        foreach (var reply in ReplyTarget.All(input))
        {
            var features = FtpFeatures.Read(reply);
            Assert.True(features.Names.Count <= Math.Max(0, reply.Lines.Count - 2));
            foreach (var name in features.Names)
            {
                Assert.NotEmpty(name);
                Assert.DoesNotContain(' ', name);
                Assert.True(features.Has(name.ToLowerInvariant()));
                Assert.Contains(reply.Lines, line => line.Contains(name, StringComparison.Ordinal) && line.Contains(features.Parameters(name)!, StringComparison.Ordinal));
            }
            Assert.Distinct(features.Hashes);
            Assert.All(features.Hashes, hash => Assert.True(features.Has(hash)));
            Assert.True(!features.HasRang || features.Has("RANG"));
            isTaken |= features.Names.Count > 0;
        }
        return isTaken;
    }
}
