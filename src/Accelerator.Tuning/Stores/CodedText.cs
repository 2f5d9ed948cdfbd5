using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>Between the digits that the system keeps and the words of the catalogue.</summary>
internal static class CodedText
{
    /// <summary>What digits mean; <c>code N</c> for a number that the catalogue has no word for.</summary>
    public static SettingReading Read(AllowedValues values, string digits) =>
        values is not WordValues words ? new KnownReading(digits)
        : long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var code) && words.WordFor(code) is { } word ? new KnownReading(word)
        : new KnownReading($"code {digits}");

    /// <summary>The digits for a value; those of a <c>code N</c> that is set back are its own.</summary>
    public static string Write(AllowedValues values, string value) =>
        value.StartsWith("code ", StringComparison.Ordinal) ? value[5..]
        : values is WordValues words ? words.CodeFor(value).ToString(CultureInfo.InvariantCulture)
        : value;
}
