namespace Accelerator.Tuning.Profiles;

/// <summary>What a kind of computer should be set to, and why: the want of a tuning.</summary>
/// <param name="Id">Its name on the command line, which is its file's.</param>
/// <param name="Title">A few words.</param>
/// <param name="For">Whom it is for, and whom not.</param>
/// <param name="IsServer">True for server editions only, false for desktop editions only, null for both.</param>
/// <param name="LeastBuild">Oldest build of Windows; 0 for all that this program runs on.</param>
/// <param name="Settings">In the file's order.</param>
public sealed record TuningProfile(string Id, string Title, string For, bool? IsServer, int LeastBuild, IReadOnlyList<ProfileSetting> Settings);
