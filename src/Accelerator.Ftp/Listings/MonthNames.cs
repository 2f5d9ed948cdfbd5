using System.Text;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// Names of months as <c>ls</c> writes them in the languages of servers seen so far. A word shared by two languages means the same month in
/// both. Months written as a number and a sign (<c>3월</c>, <c>3月</c>) are not names: see <see cref="UnixDate"/>.
/// </summary>
internal static class MonthNames
{
    private const int LongestBytes = 16;

    private static readonly string[] Words =
    [
        "jan january januar jän janv janvier ene enero gen gennaio sty led oca tammi янв",
        "feb february februar fév févr février fev lut úno şub helmi фев",
        "mar march mär mrz märz mars mrt bře maalis márc мар",
        "apr april avr avril abr abril kwi dub nis huhti ápr апр",
        "may mai mei mag maj kvě touko máj май мая",
        "jun june juni juin giu cze čen haz kesä jún июн",
        "jul july juli juil juillet lug lip čec tem heinä júl июл",
        "aug august aoû août aout aou ago agosto sie srp ağu elo avg agu авг",
        "sep sept september septembre set wrz zář eyl syys szept сен",
        "oct october okt oktober octobre ott out paź říj eki loka окт",
        "nov november novembre lis kas marras ноя",
        "dec december dez dezember déc décembre dic dez gru pro ara joulu des дек",
    ];

    // Western, Central European, Turkish and Cyrillic servers from before UTF-8.
    private static readonly Encoding[] Charsets = [FtpCharsets.Utf8,
        .. from page in (int[])[1252, 1250, 1254, 1251, 20866, 866] select CodePagesEncodingProvider.Instance.GetEncoding(page)!];

    private static readonly Dictionary<UInt128, int> Months = Build();

    /// <summary>
    /// Returns the month of a name, 1 to 12, in any case and with or without trailing points and commas; 0 if it is none.
    /// </summary>
    public static int Find(ReadOnlySpan<byte> name)
    {
        name = name.TrimEnd(".,"u8);
        return name.Length is >= 3 and <= LongestBytes ? Months.GetValueOrDefault(Key(name)) : 0;
    }

    private static Dictionary<UInt128, int> Build()
    {
        var months = new Dictionary<UInt128, int>();
        for (var month = 1; month <= 12; month++)
        {
            foreach (var word in Words[month - 1].Split(' '))
            foreach (var form in (string[])[word, word.ToUpperInvariant(), char.ToUpperInvariant(word[0]) + word[1..]])
            foreach (var charset in Charsets)
            {
                var bytes = charset.GetBytes(form);
                if (bytes.Length is >= 3 and <= LongestBytes && charset.GetString(bytes) == form) months.TryAdd(Key(bytes), month);
            }
        }
        return months;
    }

    // Only ASCII letters have a case that every charset agrees on; the table has both cases of the others.
    private static UInt128 Key(ReadOnlySpan<byte> name)
    {
        UInt128 key = 0;
        foreach (var b in name) key = (key << 8) | (b is >= (byte)'A' and <= (byte)'Z' ? (byte)(b | 0x20) : b);
        return key;
    }
}
