using Accelerator.Engine.Journals;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>
/// A journal, as it is and as the JSON of a sealed one: an accepted journal is consistent, is written back as it was, and is refused with
/// any bit changed.
/// </summary>
internal static class JournalTarget
{
    public static bool Read(byte[] input)
    {
        Take(input);
        return Take(SealedFile.Seal([.. "accelerator-journal 1\n"u8, .. input, (byte)'\n']));
    }

    private static bool Take(byte[] content)
    {
        if (!ResumeJournalFormat.TryRead(content, out var state, out var problem))
        {
            Assert.Null(state);
            Assert.NotEmpty(problem);
            return false;
        }
        Assert.Null(problem);
        AssertSound(state);
        var written = ResumeJournalFormat.Write(state);
        Assert.True(ResumeJournalFormat.TryRead(written, out var again, out problem), problem);
        Assert.Equal(state.Identity, again.Identity);
        Assert.Equal((state.Size, state.RestHonoured, state.UpdatedUtc.UtcDateTime), (again.Size, again.RestHonoured, again.UpdatedUtc.UtcDateTime));
        Assert.Equal(state.Proven, again.Proven);
        Assert.Equal(state.Unproven, again.Unproven);
        Assert.Equal(state.Sums, again.Sums);
        Assert.Equal(written, ResumeJournalFormat.Write(again));
        SealedFile.AssertRefusedWithAnyBitFlipped(written, changed => ResumeJournalFormat.TryRead(changed, out _, out _));
        return true;
    }

    private static void AssertSound(JournalState state)
    {
        Assert.True(state.Size >= 0);
        var at = 0L;
        foreach (var range in state.Proven.Concat(state.Unproven).OrderBy(range => range.Start))
        {
            Assert.True(range.Start >= at && range.End > range.Start, $"{range} is empty or lies over another.");
            at = range.End;
        }
        Assert.True(at <= state.Size);
    }
}
