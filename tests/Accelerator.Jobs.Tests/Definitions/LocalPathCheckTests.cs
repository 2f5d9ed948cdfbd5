namespace Accelerator.Jobs.Tests.Definitions;

public sealed class LocalPathCheckTests
{
    private static readonly (string Own, string Other) Systems = OperatingSystem.IsWindows() ? ("Windows", "Linux") : ("Linux", "Windows");
    private static readonly string[] OfWindows = [@"D:\archive\{yyyy}", "D:/archive", @"\\nas\archive"];
    private static readonly string[] OfLinux = ["/archive/{yyyy}", "/"];

    [Theory]
    [InlineData("target", "manifest")]
    [InlineData("manifest", "target")]
    public void A_path_of_another_system_is_accepted_a_warning_or_an_error(string key, string other)
    {
        var (own, foreign) = OperatingSystem.IsWindows() ? (OfWindows, OfLinux) : (OfLinux, OfWindows);
        Assert.All(foreign, path =>
        {
            var keys = Keys(key, path) + ", " + Keys(other, own[0]);
            var accepted = Read(keys, ForeignPaths.Accept);
            Assert.Empty(accepted.Problems.Concat(accepted.Warnings));

            var warned = Read(keys, ForeignPaths.Warn);
            Assert.NotNull(warned.File);
            Assert.Equal(
                $"line 1, jobs.a.{key}: \"{path}\" is a path of {Systems.Other}; a service on {Systems.Own} refuses it.",
                Assert.Single(warned.Warnings).ToString());

            var refused = Read(keys, ForeignPaths.Refuse);
            Assert.Null(refused.File);
            Assert.StartsWith(
                $"line 1, jobs.a.{key}: \"{path}\" is a path of {Systems.Other}, and this service runs on {Systems.Own}; write for example ",
                Assert.Single(refused.Problems).ToString(), StringComparison.Ordinal);
        });
        Assert.All(own, path =>
        {
            var reading = Read(Keys(key, path) + ", " + Keys(other, own[0]), ForeignPaths.Refuse);
            Assert.Empty(reading.Problems.Concat(reading.Warnings));
        });
    }

    private static string Keys(string key, string path) => $"\"{key}\": {JsonSerializer.Serialize(path)}";

    private static JobFileReading Read(string keys, ForeignPaths foreign) => JobFileReader.Read(
        Encoding.UTF8.GetBytes($$"""{ "servers": { "s": { "address": "ftp://h" } }, "jobs": { "a": { "server": "s", "folders": ["/in"], {{keys}} } } }"""),
        _ => { }, foreign: foreign);
}
