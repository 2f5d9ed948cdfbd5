using System.Globalization;
using System.Text;
using System.Text.Json;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Job;

/// <summary>Writes a commented job file for an archive. Pure.</summary>
internal static class FirstJobFile
{
    /// <summary>Returns the text of a valid job file.</summary>
    /// <param name="found">The archive.</param>
    /// <param name="isWindows">Whether paths are those of Windows.</param>
    public static string Write(FoundArchive found, bool isWindows)
    {
        // A service that does not know the key, or names that it refuses: the rest is of use without it.
        foreach (var expect in (ExpectedNames?[])[found.Names.Expect, null])
        {
            var text = Write(found, isWindows, expect);
            if (JobFileReader.Read(Encoding.UTF8.GetBytes(text), CronSchedule.Check).Problems.Count == 0 || expect is null) return text;
        }
        throw new InvalidOperationException("The loop returns.");
    }

    private static string Write(FoundArchive found, bool isWindows, ExpectedNames? expect)
    {
        var name = NameOf(found.Host);
        var dated = Dated(found.Folder);
        var target = isWindows ? $"D:\\{name}{dated.Replace('/', '\\')}" : $"/srv/{name}{dated}";
        var hasUser = found.Server.Contains('@', StringComparison.Ordinal);
        var text = new StringBuilder();
        Line("{");
        Line($"  // Written by ftpx job init: {found.Seen}. Read docs/jobs.md, then check the file: ftpx job validate FILE");
        Line("  \"servers\": {");
        Line($"    {Quoted(name)}: {{");
        if (hasUser) Line($"      // Store the password: ftpx credential set {name} --service");
        Line($"      \"address\": {Quoted(found.Server)},");
        if (hasUser) Line($"      \"credential\": {Quoted(name)},");
        Line("      // Maximum number of sessions. Ask the server's operator; ftpx probe URL shows how many are useful.");
        Line("      \"sessions\": 8");
        Line("    }");
        Line("  },");
        Line("  \"jobs\": {");
        Line($"    {Quoted(name)}: {{");
        Line($"      \"server\": {Quoted(name)},");
        Line(dated.Length > 0 ? "      // The dates are in UTC; look_back says how far back folders are polled."
            : "      // Dates in the path would be {yyyy}, {MM}, {dd}, {DDD} and {HH}.");
        if (found.IsRelative) Line("      // Paths begin at the server's root: put the login folder before it, if that is not the root.");
        Line($"      \"folders\": [ {Quoted(found.Folder)} ],");
        if (dated.Length > 0) Line("      \"look_back\": \"2d\",");
        if (found.Names.Include is { } include) Line($"      \"include\": [ {Quoted(include)} ],");
        if (expect is not null) WriteExpect(expect, Line);
        Line("      \"schedule\": { \"every\": \"1m\" },");
        Line("      // A file is complete when two polls in a row find it unchanged. A marker file is safer: \"marker\": \"{name}.md5\".");
        Line("      \"complete\": { \"looks\": 2, \"stable_for\": \"20s\" },");
        Line("      // The service's account must be allowed to write here.");
        Line($"      \"target\": {Quoted(target)}");
        Line("    }");
        Line("  }");
        text.Append('}');
        return text.ToString();

        void Line(string line) => text.Append(line).Append('\n');
    }

    private static void WriteExpect(ExpectedNames expect, Action<string> line)
    {
        line("      // Found in the names of the files. The service raises an alarm for late and missing files.");
        line(string.Create(CultureInfo.InvariantCulture,
            $"      \"expect\": {{ \"every\": \"{expect.Every.TotalMinutes:0}m\", \"per_slot\": {expect.PerSlot}, "
                + $"\"pattern\": {Quoted(expect.Pattern)} }},"));
    }

    // The dated part of a folder is kept below the target.
    private static string Dated(string folder) =>
        string.Concat(folder.Split('/').Where(static part => part.Contains("{yyyy}", StringComparison.Ordinal)
            || part is "{MM}" or "{dd}" or "{DDD}" or "{HH}").Select(static part => $"/{part}"));

    // The first label that is not "ftp": ftp.example.org is example.
    private static string NameOf(string host)
    {
        var label = host.Split('.').FirstOrDefault(
            static part => part is not ("ftp" or "ftps" or "www") && part.Any(char.IsAsciiLetter)) ?? "archive";
        var name = string.Concat(label.Where(static letter => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_'))
            .ToLowerInvariant();
        return name.Length == 0 ? "archive" : name;
    }

    private static string Quoted(string text) => JsonSerializer.Serialize(text, JobInitJson.Default.String);
}
