using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>Between the digits that the system keeps and the words of the catalogue.</summary>
internal static class CodedText
{
    private const string Unnamed = "code ";

    /// <summary>What digits mean; <c>code N</c> for a number that the catalogue has no word for.</summary>
    public static SettingReading Read(AllowedValues values, string digits) =>
        values is not NamedValues words ? new KnownReading(digits)
        : long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var code) && words.NameFor(code) is { } name
            ? new KnownReading(name)
        : new KnownReading(Unnamed + digits);

    /// <summary>Whether a value may be written: one of the catalogue's, or a number or GUID that was read without a word for it.</summary>
    public static bool CanBeSetBack(AllowedValues values, string value) =>
        values.Problem(value) is null || (value.StartsWith(Unnamed, StringComparison.Ordinal)
            && (value[Unnamed.Length..].All(char.IsAsciiDigit) || Guid.TryParse(value[Unnamed.Length..], out _)));

    /// <summary>The digits for a value; those of a <c>code N</c> that is set back are its own.</summary>
    public static string Write(AllowedValues values, string value) =>
        value.StartsWith(Unnamed, StringComparison.Ordinal) ? value[Unnamed.Length..]
        : values is NamedValues words ? words.CodeFor(value).ToString(CultureInfo.InvariantCulture)
        : value;
}
