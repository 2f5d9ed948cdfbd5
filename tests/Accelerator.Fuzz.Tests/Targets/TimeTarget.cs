namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>The times of MLSD and MDTM: a time that is written again is the same point in time.</summary>
internal static class TimeTarget
{
    public static bool Read(byte[] input)
    {
        if (ListingTime.FromTimeVal(input) is not { } time) return false;
        Assert.True(time.IsUtc && !time.IsYearInferred);
        Assert.Equal(time.Precision >= TimePrecision.Second, time.Instant is not null);
        Foreign.AssertSafe(time.ToString());
        var again = ListingTime.FromTimeVal(Encoding.ASCII.GetBytes(time.ToTimeVal()));
        Assert.Equal(time.Clock, again?.Clock);
        return true;
    }
}
