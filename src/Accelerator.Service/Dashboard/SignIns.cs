using System.Collections.Concurrent;
using System.Security.Cryptography;

namespace Accelerator.Service.Dashboard;

/// <summary>
/// Browsers that have shown the token, each known by a number of its own: a cookie does not hold the token itself. A service that is
/// started again knows none of them.
/// </summary>
internal sealed class SignIns(TimeProvider time)
{
    /// <summary>How long one lasts.</summary>
    public static readonly TimeSpan Lifetime = TimeSpan.FromHours(12);

    private const int Most = 100;

    private readonly ConcurrentDictionary<string, DateTimeOffset> _known = new(StringComparer.Ordinal);

    /// <summary>One more; gives its number.</summary>
    public string Add()
    {
        var now = time.GetUtcNow();
        foreach (var (key, end) in _known.Where(entry => entry.Value <= now)) _known.TryRemove(new(key, end));
        while (_known.Count >= Most) _known.TryRemove(_known.MinBy(entry => entry.Value));
        var number = Convert.ToHexString(RandomNumberGenerator.GetBytes(32));
        _known[Key(number)] = now + Lifetime;
        return number;
    }

    /// <summary>Whether it is one of them.</summary>
    public bool Knows(string number) => _known.TryGetValue(Key(number), out var end) && end > time.GetUtcNow();

    /// <summary>Forgets it.</summary>
    public void Remove(string number) => _known.TryRemove(Key(number), out _);

    // Looked up by its digest: how long that takes says nothing of the number.
    private static string Key(string number) => Convert.ToHexString(SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(number)));
}
