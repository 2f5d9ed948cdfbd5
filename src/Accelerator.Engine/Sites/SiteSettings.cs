namespace Accelerator.Engine.Sites;

/// <summary>
/// The user's settings for a server, as name and value in the user's spelling. The component that offers a setting defines its meaning and
/// values; an unknown name is kept, because a newer version of this program may have written it.
/// </summary>
public sealed class SiteSettings
{
    /// <summary>Upper bound on the number of settings; more than exist.</summary>
    internal const int Most = 64;

    /// <summary>Most characters of a name or a value.</summary>
    internal const int Longest = 256;

    private readonly SortedList<string, string> _values;

    private SiteSettings(SortedList<string, string> values) => _values = values;

    /// <summary>No settings.</summary>
    public static SiteSettings None { get; } = new(new SortedList<string, string>(StringComparer.Ordinal));

    /// <summary>All settings, by name.</summary>
    public IReadOnlyDictionary<string, string> Values => _values;

    /// <summary>Returns the value of a setting, or null when it is not set.</summary>
    public string? this[string name] => _values.GetValueOrDefault(name);

    /// <summary>Returns these settings with one changed.</summary>
    /// <param name="name">1 to 256 characters.</param>
    /// <param name="value">1 to 256 characters; null removes the setting.</param>
    /// <exception cref="ArgumentException">The name or value is empty or too long, or there are too many.</exception>
    public SiteSettings With(string name, string? value)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        var changed = new SortedList<string, string>(_values, StringComparer.Ordinal);
        changed.Remove(name);
        if (value is null) return new SiteSettings(changed);
        if (value.Length == 0 || value.Length > Longest || name.Length > Longest)
            throw new ArgumentException($"A setting and its value have 1 to {Longest} characters.", nameof(value));
        changed.Add(name, value);
        return changed.Count <= Most
            ? new SiteSettings(changed) : throw new ArgumentException($"A site has at most {Most} settings.", nameof(name));
    }

    /// <summary>Returns these settings, with those of <paramref name="general"/> where they have none.</summary>
    public SiteSettings Over(SiteSettings general)
    {
        ArgumentNullException.ThrowIfNull(general);
        var both = new SortedList<string, string>(general._values, StringComparer.Ordinal);
        foreach (var (name, value) in _values) both[name] = value;
        return new SiteSettings(both);
    }
}
