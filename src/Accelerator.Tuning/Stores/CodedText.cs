using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>Converts between the digits that the system stores and the words of the catalogue.</summary>
internal static class CodedText
{
    private const string Unnamed = "code ";

    /// <summary>Returns the reading of digits; <c>code N</c> for a number that the catalogue has no word for.</summary>
    public static SettingReading Read(AllowedValues values, string digits) =>
        values is not AllowedValues.Named words ? new SettingReading.Known(digits)
        : long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var code) && words.NameFor(code) is { } name
            ? new SettingReading.Known(name)
        : new SettingReading.Known(Unnamed + digits);

    /// <summary>
    /// Returns whether a value may be written: one of the catalogue, or a number or GUID that was read and has no word in the catalogue.
    /// </summary>
    public static bool CanBeSetBack(AllowedValues values, string value) =>
        values.Problem(value) is null || (value.StartsWith(Unnamed, StringComparison.Ordinal)
            && (value[Unnamed.Length..].All(char.IsAsciiDigit) || Guid.TryParse(value[Unnamed.Length..], out _)));

    /// <summary>Returns the digits for a value; a restored <c>code N</c> contains its own.</summary>
    public static string Write(AllowedValues values, string value) =>
        value.StartsWith(Unnamed, StringComparison.Ordinal) ? value[Unnamed.Length..]
        : values is AllowedValues.Named words ? words.CodeFor(value).ToString(CultureInfo.InvariantCulture)
        : value;
}
