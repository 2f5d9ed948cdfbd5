namespace Accelerator.Tuning.Tests.Stores;

/// <summary>A registry in memory.</summary>
internal sealed class FakeRegistry : IRegistry
{
    private readonly Dictionary<string, Dictionary<string, string>> _keys = new(StringComparer.OrdinalIgnoreCase);

    public bool IsReadOnly { get; set; }

    /// <summary>Whether every read is refused.</summary>
    public bool IsClosed { get; set; }

    /// <summary>All values, one per line, sorted.</summary>
    public IReadOnlyList<string> Lines => [.. _keys.SelectMany(key => key.Value.Select(value => $"{key.Key}\\{value.Key}={value.Value}")).Order(StringComparer.Ordinal)];

    public string? this[string key, string name]
    {
        get => Read(key, name);
        set => Make(key)[name] = value!;
    }

    public string? Read(string key, string name) => IsClosed ? throw new UnauthorizedAccessException() : _keys.GetValueOrDefault(key)?.GetValueOrDefault(name);

    public bool HasKey(string key) => _keys.ContainsKey(key) || _keys.Keys.Any(known => IsBelow(known, key));

    public IReadOnlyList<string> Subkeys(string key) =>
        [.. _keys.Keys.Where(known => IsBelow(known, key)).Select(known => known[(key.Length + 1)..].Split('\\')[0]).Distinct()];

    public IReadOnlyList<string> Names(string key) => _keys.TryGetValue(key, out var values) ? [.. values.Keys] : [];

    public void SetNumber(string key, string name, uint value) => SetText(key, name, value.ToString(CultureInfo.InvariantCulture));

    public void SetText(string key, string name, string value)
    {
        if (IsReadOnly) throw new UnauthorizedAccessException();
        Make(key)[name] = value;
    }

    public void Delete(string key, string name)
    {
        if (IsReadOnly) throw new UnauthorizedAccessException();
        _keys.GetValueOrDefault(key)?.Remove(name);
    }

    private static bool IsBelow(string known, string key) => known.Length > key.Length && known[key.Length] == '\\' && known.StartsWith(key, StringComparison.OrdinalIgnoreCase);

    private Dictionary<string, string> Make(string key) => _keys.TryGetValue(key, out var values) ? values : _keys[key] = new(StringComparer.OrdinalIgnoreCase);
}
