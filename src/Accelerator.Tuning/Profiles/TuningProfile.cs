namespace Accelerator.Tuning.Profiles;

/// <summary>What a kind of computer should be set to, and why: the want of a tuning.</summary>
/// <param name="Id">Its name on the command line, which is its file's.</param>
/// <param name="Title">A few words.</param>
/// <param name="For">Whom it is for, and whom not.</param>
/// <param name="IsServer">True for server editions only, false for desktop editions only, null for both.</param>
/// <param name="LeastBuild">Oldest build of Windows; 0 for all that this program runs on.</param>
/// <param name="Settings">In the file's order.</param>
public sealed record TuningProfile(
    string Id, string Title, string For, bool? IsServer, int LeastBuild, IReadOnlyList<ProfileSetting> Settings)
{
    /// <summary>What may be laid over it, by name.</summary>
    public IReadOnlyDictionary<string, ProfileOverlay> Overlays { get; init; } = new Dictionary<string, ProfileOverlay>();

    /// <summary>The profile with an overlay, whose settings take the place of its own.</summary>
    /// <exception cref="FormatException">It has none of that name.</exception>
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
