using Accelerator.Cli.Configuration;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>
/// A configuration file: either it is taken, or what is wrong has a line. A server that is added and removed again leaves the others as
/// they were.
/// </summary>
internal static class ConfigurationTarget
{
    private const string Added = "added.by-this_test";

    public static bool Read(byte[] input)
    {
        var (configuration, problems) = ConfigurationReader.Read(input);
        Assert.Equal(configuration is null, problems.Count > 0);
        Assert.All(problems, problem => Assert.Matches("[.?]$", problem.Sentence));
        if (configuration is null) return false;
        foreach (var (name, server) in configuration.Servers)
        {
            Assert.True(ServerName.IsValid(name));
            Assert.True(FtpUrl.TryParse(server.UrlOf("a/b"), FtpCharsets.Utf8, out var url, out _) && url.Password is null);
            Assert.EndsWith("a/b", url!.Path.Text, StringComparison.Ordinal);
        }

        var with = ConfigurationText.With(input, new NamedServer(Added, "ftp://h", configuration.Defaults));
        AssertServers(with, [.. configuration.Servers.Keys, Added]);
        AssertServers(ConfigurationText.Without(with, Added), [.. configuration.Servers.Keys]);
        if (configuration.Servers.FirstOrDefault() is not { Value: { } first }) return true;
        AssertServers(ConfigurationText.With(input, first), [.. configuration.Servers.Keys]);
        AssertServers(ConfigurationText.Without(input, first.Name), [.. configuration.Servers.Keys.Skip(1)]);
        return true;
    }

    private static void AssertServers(byte[] text, string[] names)
    {
        var (configuration, problems) = ConfigurationReader.Read(text);
        Assert.Empty(problems);
        Assert.Equal(names.Order(), configuration!.Servers.Keys.Order());
    }
}
