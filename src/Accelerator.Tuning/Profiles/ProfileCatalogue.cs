namespace Accelerator.Tuning.Profiles;

/// <summary>The profiles that come with the program.</summary>
public static class ProfileCatalogue
{
    private const string Schema = "profile.schema.json";

    /// <summary>The names of the profiles, in order.</summary>
    public static IReadOnlyList<string> Names { get; } =
        [.. typeof(ProfileCatalogue).Assembly.GetManifestResourceNames()
            .Where(name => name.EndsWith(".json", StringComparison.Ordinal) && name != Schema)
            .Select(Path.GetFileNameWithoutExtension).Order(StringComparer.Ordinal)!];

    /// <summary>Reads a profile, and applies the overlays that follow its name: <c>dtn-wan-10g+singlestream</c>.</summary>
    /// <exception cref="FormatException">There is no profile or overlay of that name.</exception>
    public static TuningProfile Read(string name)
    {
        var parts = name.Split('+');
        return parts.Skip(1).Aggregate(ReadOne(parts[0]), (profile, overlay) => profile.With(overlay));
    }

    private static TuningProfile ReadOne(string name)
    {
        if (!Names.Contains(name)) throw new FormatException($"There is no profile \"{name}\". There are: {string.Join(", ", Names)}.");
        using var stream = typeof(ProfileCatalogue).Assembly.GetManifestResourceStream($"{name}.json")!;
        var text = new byte[stream.Length];
        stream.ReadExactly(text);
        return ProfileReader.Read(text, $"{name}.json");
    }
}
