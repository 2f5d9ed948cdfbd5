using System.Collections.Concurrent;
using System.Security.Cryptography;

namespace Accelerator.Service.Dashboard;

/// <summary>
/// The browsers that have shown the token, each identified by a random number: a cookie does not hold the token itself. A restart of the
/// service signs all of them out.
/// </summary>
internal sealed class SignIns(TimeProvider time)
{
    /// <summary>How long a sign-in lasts.</summary>
    public static readonly TimeSpan Lifetime = TimeSpan.FromHours(12);

    private const int Most = 100;

    private readonly ConcurrentDictionary<string, DateTimeOffset> _known = new(StringComparer.Ordinal);

    /// <summary>Adds a sign-in and returns its number.</summary>
    public string Add()
    {
        var now = time.GetUtcNow();
        foreach (var (key, end) in _known.Where(entry => entry.Value <= now)) _known.TryRemove(new(key, end));
        while (_known.Count >= Most) _known.TryRemove(_known.MinBy(entry => entry.Value));
        var number = Convert.ToHexString(RandomNumberGenerator.GetBytes(32));
        _known[Key(number)] = now + Lifetime;
        return number;
    }

    /// <summary>Returns whether the number belongs to a valid sign-in.</summary>
    public bool Knows(string number) => _known.TryGetValue(Key(number), out var end) && end > time.GetUtcNow();

    /// <summary>Removes a sign-in.</summary>
    public void Remove(string number) => _known.TryRemove(Key(number), out _);

    // Looked up by digest, so that the time taken reveals nothing about the number.
    private static string Key(string number) => Convert.ToHexString(SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(number)));
}
