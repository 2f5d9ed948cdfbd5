using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Protocol;

internal static class SettingCommands
{
    public static string Feat(Session session, string argument)
    {
        var lines = new List<string> { "211-Features:" };
        (LoopbackFeatures Feature, string Line)[] features =
        [
            (LoopbackFeatures.Epsv, "EPSV"), (LoopbackFeatures.Pasv, "PASV"), (LoopbackFeatures.ActiveMode, "EPRT"),
            (LoopbackFeatures.Mdtm, "MDTM"), (LoopbackFeatures.Mlst, "MLST type*;size*;modify*;perm*;unique*;"),
            (LoopbackFeatures.Rest, "REST STREAM"), (LoopbackFeatures.Rang, "RANG STREAM"),
            (LoopbackFeatures.Size, "SIZE"), (LoopbackFeatures.Utf8, "UTF8"), (LoopbackFeatures.Hash, "HASH " + HashList(session)),
            (LoopbackFeatures.Xcrc, "XCRC"), (LoopbackFeatures.Xmd5, "XMD5"), (LoopbackFeatures.Xsha1, "XSHA1"),
            (LoopbackFeatures.Xsha256, "XSHA256"),
        ];
        lines.AddRange(features.Where(f => session.Has(f.Feature)).Select(f => " " + f.Line));
        lines.Add("211 End");
        return string.Join("\r\n", lines);
    }

    public static string Opts(Session session, string argument)
    {
        var words = argument.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var value = words.Length > 1 ? words[1].ToUpperInvariant() : null;
        return words.Length == 0 ? "501 Option expected." : words[0].ToUpperInvariant() switch
        {
            "UTF8" when session.Has(LoopbackFeatures.Utf8) => "200 Always in UTF8 mode.",
            "HASH" when session.Has(LoopbackFeatures.Hash) => OptsHash(session, value),
            "MLST" when session.Has(LoopbackFeatures.Mlst) => "200 MLST OPTS type;size;modify;perm;unique;",
            _ => "501 Option not understood.",
        };
    }

    public static string Type(Session session, string argument)
    {
        var type = argument.ToUpperInvariant();
        if (type is not ("I" or "A" or "A N" or "L 8")) return "504 TYPE is I or A here.";
        session.IsAscii = type[0] == 'A';
        return session.IsAscii ? "200 Switching to ASCII mode." : "200 Switching to Binary mode.";
    }

    public static string Mode(Session session, string argument) =>
        argument.Equals("S", StringComparison.OrdinalIgnoreCase) ? "200 Mode set to S." : "504 Only MODE S is implemented.";

    public static string Stru(Session session, string argument) =>
        argument.Equals("F", StringComparison.OrdinalIgnoreCase) ? "200 Structure set to F." : "504 Only STRU F is implemented.";

    private static string OptsHash(Session session, string? algorithm)
    {
        if (algorithm is null) return $"200 {session.HashAlgorithm}";
        if (!session.Server.Options.HashAlgorithms.Contains(algorithm, StringComparer.Ordinal))
            return "501 Unknown algorithm, current selection not changed.";
        session.HashAlgorithm = algorithm;
        return $"200 {algorithm}";
    }

    private static string HashList(Session session) =>
        string.Join(';', session.Server.Options.HashAlgorithms.Select(a => a == session.HashAlgorithm ? a + "*" : a));
}
