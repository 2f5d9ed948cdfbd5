using System.Text.Json;

namespace Accelerator.Engine.Sites;

/// <summary>One row of <see cref="SiteFactTable"/>: how a fact is called, how long it is believed, and how it is written.</summary>
/// <param name="name">Stable: it stands in files and in JSON lines.</param>
/// <param name="lifetime">Age from which it is old: shown, but not acted on.</param>
public abstract class SiteFact(string name, TimeSpan lifetime)
{
    /// <summary>Stable name, in lower case with underscores.</summary>
    public string Name { get; } = name;

    /// <summary>Age from which it is old.</summary>
    public TimeSpan Lifetime { get; } = lifetime;

    /// <summary>When it was learned; null when it is not known.</summary>
    public abstract DateTimeOffset? LearnedAt(SiteFacts facts);

    /// <summary>Writes its value, which is known, as one JSON value.</summary>
    public abstract void WriteValue(Utf8JsonWriter json, SiteFacts facts);

    /// <summary>The facts with this one read from a file.</summary>
    /// <exception cref="FormatException">The value cannot be.</exception>
    internal abstract SiteFacts Read(JsonElement value, DateTimeOffset learned, SiteFacts facts);

    /// <summary><paramref name="to"/> with this fact as it is in <paramref name="from"/>, known or not.</summary>
    internal abstract SiteFacts Copy(SiteFacts from, SiteFacts to);
}
