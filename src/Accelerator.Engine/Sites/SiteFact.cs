using System.Text.Json;

namespace Accelerator.Engine.Sites;

/// <summary>One row of <see cref="SiteFactTable"/>: the name of a fact, how long it is used, and how it is written.</summary>
/// <param name="name">Stable name, used in files and in JSON lines.</param>
/// <param name="lifetime">Age from which it is old: shown, but not acted on.</param>
public abstract class SiteFact(string name, TimeSpan lifetime)
{
    /// <summary>Stable name, in lower case with underscores.</summary>
    public string Name { get; } = name;

    /// <summary>Age from which the fact is old.</summary>
    public TimeSpan Lifetime { get; } = lifetime;

    /// <summary>Returns when the fact was learned; null when it is not known.</summary>
    public abstract DateTimeOffset? LearnedAt(SiteFacts facts);

    /// <summary>Writes its value, which must be known, as one JSON value.</summary>
    public abstract void WriteValue(Utf8JsonWriter json, SiteFacts facts);

    /// <summary>Returns the facts with this one read from a file.</summary>
    /// <exception cref="FormatException">The value is not valid.</exception>
    internal abstract SiteFacts Read(JsonElement value, DateTimeOffset learned, SiteFacts facts);

    /// <summary>Returns <paramref name="to"/> with this fact as it is in <paramref name="from"/>, known or not.</summary>
    internal abstract SiteFacts Copy(SiteFacts from, SiteFacts to);
}
