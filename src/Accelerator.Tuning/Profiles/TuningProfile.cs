using Accelerator.Tuning.Catalogue;

namespace Accelerator.Tuning.Profiles;

/// <summary>The recommended settings for a kind of computer, with reasons: the input of a tuning.</summary>
/// <param name="Id">The name on the command line and of the file.</param>
/// <param name="Title">A short title.</param>
/// <param name="For">The intended use, and the uses it is not for.</param>
/// <param name="IsServer">True for server editions only, false for desktop editions only, null for both.</param>
/// <param name="LeastBuild">The oldest build of Windows; 0 for all that this program runs on.</param>
/// <param name="Settings">The settings, in the order of the file.</param>
public sealed record TuningProfile(
    string Id, string Title, string For, bool? IsServer, int LeastBuild, IReadOnlyList<ProfileSetting> Settings)
{
    /// <summary>The only system that it is for; null for both.</summary>
    public HostPlatform? Platform { get; init; }

    /// <summary>The available overlays, by name.</summary>
    public IReadOnlyDictionary<string, ProfileOverlay> Overlays { get; init; } = new Dictionary<string, ProfileOverlay>();

    /// <summary>Returns the profile with an overlay, whose settings replace its own.</summary>
    /// <exception cref="FormatException">The profile has no overlay of that name.</exception>
    public TuningProfile With(string name)
    {
        if (!Overlays.TryGetValue(name, out var overlay))
            throw new FormatException(
                $"The profile {Id} has no overlay \"{name}\". "
                    + $"{(Overlays.Count == 0 ? "It has none" : $"It has: {string.Join(", ", Overlays.Keys)}")}.");
        var settings = Settings.Select(own => overlay.Settings.FirstOrDefault(over => over.Setting == own.Setting) ?? own);
        var added = overlay.Settings.Where(over => Settings.All(own => own.Setting != over.Setting));
        return this with { Id = $"{Id}+{name}", Title = $"{Title}, {overlay.Title}", Settings = [.. settings, .. added] };
    }
}
