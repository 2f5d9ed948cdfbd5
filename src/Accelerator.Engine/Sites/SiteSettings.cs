using System.Collections.Immutable;

namespace Accelerator.Engine.Sites;

/// <summary>
/// What the user has laid down for a server, as name and value in the user's words. What a name means, and which values it takes, is known
/// to who offers it; a name that nobody here knows is kept, because a newer version of this program may have written it.
/// </summary>
public sealed class SiteSettings
{
    /// <summary>More settings than there are.</summary>
    internal const int Most = 64;

    /// <summary>Characters of a name or a value.</summary>
    internal const int Longest = 256;

    private readonly ImmutableSortedDictionary<string, string> _values;

    private SiteSettings(ImmutableSortedDictionary<string, string> values) => _values = values;

    /// <summary>Nothing is laid down.</summary>
    public static SiteSettings None { get; } = new(ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal));

    /// <summary>All of them, by name.</summary>
    public IReadOnlyDictionary<string, string> Values => _values;

    /// <summary>The value of a setting, or null when it is not laid down.</summary>
    public string? this[string name] => _values.GetValueOrDefault(name);

    /// <summary>These settings with one changed.</summary>
    /// <param name="name">1 to 256 characters.</param>
    /// <param name="value">1 to 256 characters; null takes the setting away.</param>
    /// <exception cref="ArgumentException">The name or value is empty or too long, or there are too many.</exception>
    public SiteSettings With(string name, string? value)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        if (value is null) return new SiteSettings(_values.Remove(name));
        if (value.Length == 0 || value.Length > Longest || name.Length > Longest)
            throw new ArgumentException($"A setting and its value have 1 to {Longest} characters.", nameof(value));
        var changed = _values.SetItem(name, value);
        return changed.Count <= Most ? new SiteSettings(changed) : throw new ArgumentException($"A site has at most {Most} settings.", nameof(name));
    }

    /// <summary>These settings, and below them those of <paramref name="general"/> that they say nothing of.</summary>
    public SiteSettings Over(SiteSettings general)
    {
        ArgumentNullException.ThrowIfNull(general);
        return new SiteSettings(general._values.SetItems(_values));
    }
}
