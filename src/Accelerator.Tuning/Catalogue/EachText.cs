namespace Accelerator.Tuning.Catalogue;

/// <summary>The text of values of several objects, in the form of <see cref="AllowedValues.PerObject"/>.</summary>
public static class EachText
{
    /// <summary>Returns the text: the value alone if it is the same for all.</summary>
    /// <param name="values">The values by object, at least one.</param>
    public static string Write(IEnumerable<KeyValuePair<string, string>> values)
    {
        var all = values.ToList();
        return all.Select(one => one.Value).Distinct().Count() == 1
            ? all[0].Value : string.Join(' ', all.Select(one => $"{one.Key}={one.Value}"));
    }

    /// <summary>Returns the value of one object; null if the text has none for it.</summary>
    public static string? For(string text, string name) =>
        !text.Contains('=', StringComparison.Ordinal) ? text
        : text.Split(' ').Select(pair => pair.Split('=')).FirstOrDefault(pair => pair[0] == name)?[1];
}
