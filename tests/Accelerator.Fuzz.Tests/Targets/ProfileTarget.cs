using Accelerator.Tuning.Profiles;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>A user's own tuning profile: an accepted profile holds only values of the catalogue, and a refusal names the line.</summary>
internal static class ProfileTarget
{
    public static bool Read(byte[] input)
    {
        if (!Foreign.IsTaken<TuningProfile, FormatException>(
            () => ProfileReader.Read(input, "mine.json"), out var profile, refusal => Assert.Matches(@"^mine\.json, line [1-9]\d*: ", refusal.Message))) return false;
        Assert.NotEmpty(profile.Id);
        Check(profile.Settings);
        Assert.All(profile.Overlays.Values, overlay => Check(overlay.Settings));
        return true;
    }

    private static void Check(IReadOnlyList<ProfileSetting> settings)
    {
        Assert.NotEmpty(settings);
        Assert.Equal(settings.Count, settings.Select(setting => setting.Setting).Distinct().Count());
        Assert.All(settings, setting =>
        {
            Assert.Null(setting.Setting.NeverWritten);
            Assert.Null(setting.Setting.Values.Problem(setting.Value));
            Assert.All(setting.OnlyFrom, value => Assert.Null(setting.Setting.Values.Problem(value)));
            Assert.NotEmpty(setting.Reason);
            Assert.NotEmpty(setting.Source);
        });
    }
}
