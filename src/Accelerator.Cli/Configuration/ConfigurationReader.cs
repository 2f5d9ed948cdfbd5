using System.Text.Json;
using Accelerator.Cli.Sites;
using Accelerator.Engine.Sites;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Configuration;

/// <summary>Reads a configuration file and checks every key. The form is that of a job file: JSON with comments.</summary>
internal static class ConfigurationReader
{
    /// <summary>The key of the servers.</summary>
    public const string ServersKey = "servers";

    /// <summary>The key of a server's URL.</summary>
    public const string UrlKey = "url";

    private const string DefaultsKey = "defaults";
    private const string HistoryKey = "history";

    /// <summary>Reads a configuration file. An empty one, such as <c>/dev/null</c>, configures nothing.</summary>
    /// <param name="text">The file's bytes, UTF-8.</param>
    /// <returns>The configuration; null if there is any problem. The problems are in the order of the lines.</returns>
    public static (UserConfiguration? Configuration, IReadOnlyList<JobFileProblem> Problems) Read(ReadOnlySpan<byte> text)
    {
        if (text.Trim(" \t\r\n"u8).IsEmpty) return (UserConfiguration.Empty, []);
        var (root, broken) = LocatedJson.Read(text);
        if (root is null) return (null, [broken!]);
        if (root.Kind != JsonValueKind.Object)
            return (null, [new JobFileProblem(root.Line, "", "a JSON object in braces is expected here.")]);

        var problems = new List<JobFileProblem>();
        var keys = new KeyReader(root, "", problems);
        var defaults = SiteSettings.None;
        if (keys.Object(DefaultsKey) is { } given)
        {
            defaults = Settings(given);
            given.Done();
        }
        var keepsHistory = keys.Flag(HistoryKey, usual: true);
        var servers = new Dictionary<string, NamedServer>(StringComparer.Ordinal);
        foreach (var (name, server) in keys.Each(ServersKey))
        {
            if (!ServerName.IsValid(name)) server.Note("", $"a name has {ServerName.Form}, and is not a scheme of URLs.");
            var url = server.Required(UrlKey, "\"ftp://user@ftp.example.org/pub\"");
            if (url.Length > 0 && NamedServer.ProblemOf(url) is { } problem) server.Note(UrlKey, problem);
            servers[name] = new NamedServer(name, url, Settings(server));
            server.Done();
        }
        keys.Done();
        var configuration = problems.Count > 0 ? null : new UserConfiguration(servers, defaults, keepsHistory);
        return (configuration, [.. problems.OrderBy(problem => problem.Line)]);
    }

    private static SiteSettings Settings(KeyReader keys)
    {
        var settings = SiteSettings.None;
        foreach (var setting in SiteSettingTable.All)
        {
            if (keys.Scalar(setting.Name) is not { } value) continue;
            if (setting.ProblemOf(value) is { } problem) keys.Note(setting.Name, problem);
            else settings = settings.With(setting.Name, value);
        }
        return settings;
    }
}
