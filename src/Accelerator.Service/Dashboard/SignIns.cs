using System.Collections.Concurrent;
using System.Security.Cryptography;

namespace Accelerator.Service.Dashboard;

/// <summary>
/// The browsers that have shown a token, each identified by a random number: a cookie does not hold the token itself. A restart of the
/// service signs all of them out.
/// </summary>
internal sealed class SignIns(TimeProvider time)
{
    /// <summary>How long a sign-in lasts.</summary>
    public static readonly TimeSpan Lifetime = TimeSpan.FromHours(12);

    /// <summary>How long an administrator may make changes; the browser then stays signed in for reading.</summary>
    public static readonly TimeSpan AdministratorLifetime = TimeSpan.FromHours(1);

    private const int Most = 100;

    private readonly ConcurrentDictionary<string, (DateTimeOffset End, Administrator? Administrator)> _known = new(StringComparer.Ordinal);

    /// <summary>Adds a sign-in and returns its number.</summary>
    /// <param name="administrator">The name of an administrator; null for a reader.</param>
    public string Add(string? administrator)
    {
        var now = time.GetUtcNow();
        foreach (var entry in _known.Where(entry => entry.Value.End <= now)) _known.TryRemove(entry);
        while (_known.Count >= Most) _known.TryRemove(_known.MinBy(entry => entry.Value.End));
        var number = Random();
        _known[Key(number)] = (now + Lifetime,
            administrator is null ? null : new Administrator(administrator, Random(), now + AdministratorLifetime));
        return number;
    }

    /// <summary>Returns whether the number belongs to a valid sign-in.</summary>
    public bool Knows(string number) => _known.TryGetValue(Key(number), out var entry) && entry.End > time.GetUtcNow();

    /// <summary>Returns the administrator of a valid sign-in; null for a reader, and after the right to make changes has ended.</summary>
    public Administrator? AdministratorOf(string number) =>
        _known.TryGetValue(Key(number), out var entry) && entry.Administrator is { } one && one.Until > time.GetUtcNow() ? one : null;

    /// <summary>Removes a sign-in.</summary>
    public void Remove(string number) => _known.TryRemove(Key(number), out _);

    private static string Random() => Convert.ToHexString(RandomNumberGenerator.GetBytes(32));

    // Looked up by digest, so that the time taken reveals nothing about the number.
    private static string Key(string number) => Convert.ToHexString(SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(number)));
}
