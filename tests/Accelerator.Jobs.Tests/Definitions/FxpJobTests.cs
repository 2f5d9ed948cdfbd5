namespace Accelerator.Jobs.Tests.Definitions;

/// <summary>Jobs of kind fxp in a job file.</summary>
public sealed class FxpJobTests
{
    [Fact]
    public void Every_key_is_read()
    {
        var job = Assert.Single(JobFileReaderTests.Whole(Job("\"destination\": \"t\", \"target\": \"/in/{yyyy}/{server}\", \"existing\": \"replace\", \"manifest\": \"/var/sent.jsonl\", \"after\": { \"command\": [\"/bin/tell\", \"{path}\"] }")).Jobs);
        Assert.Equal((JobKind.Fxp, "s", "t", ExistingRule.Replace), (job.Kind, job.Server.Name, job.Destination!.Name, job.Existing));
        Assert.Equal("ftp://10.20.0.6:2122//in/2026/s", job.TargetAt(new DateTimeOffset(2026, 11, 21, 0, 0, 0, TimeSpan.Zero)));
        Assert.Equal(("/var/sent.jsonl", "/bin/tell"), (job.Manifest!.Text, job.After!.Command[0]));
    }

    [Fact]
    public void An_existing_file_is_verified_by_default() =>
        Assert.Equal(ExistingRule.Prove, Assert.Single(JobFileReaderTests.Whole(Job("\"destination\": \"t\", \"target\": \"/in\"")).Jobs).Existing);

    [Theory]
    [InlineData("\"target\": \"/in\"", "line 2, jobs.a.destination: this is missing; write for example \"NAME\", where NAME is one of servers.")]
    [InlineData("\"destination\": \"u\", \"target\": \"/in\"", "line 2, jobs.a.destination: there is no server \"u\"; the servers are s, t, tls.")]
    [InlineData("\"destination\": \"s\", \"target\": \"/in\"", "line 2, jobs.a.destination: this is the source server; a copy needs two different servers.")]
    [InlineData("\"destination\": \"tls\", \"target\": \"/in\"", "line 2, jobs.a.destination: the login at one of s and tls is encrypted and the other is not, so no data connection can serve both; use ftpes:// for both")]
    [InlineData("\"destinaton\": \"t\", \"destination\": \"t\", \"target\": \"/in\"", "line 2, jobs.a.destinaton: unknown key; did you mean \"destination\"?")]
    [InlineData("\"destination\": \"t\"", "line 2, jobs.a.target: this is missing; write for example \"/incoming/{yyyy}/{DDD}\".")]
    [InlineData("\"destination\": \"t\", \"target\": \"D:\\\\in\"", "line 2, jobs.a.target: \"D:\\in\" is not an absolute path on the destination; start it with a slash.")]
    [InlineData("\"destination\": \"t\", \"target\": \"/{day}\"", "line 2, jobs.a.target: there is no token {day}; the tokens are ")]
    [InlineData("\"destination\": \"t\", \"target\": \"/in\", \"streams\": 8", "line 2, jobs.a.streams: a server-to-server copy uses one data connection; omit this.")]
    [InlineData("\"destination\": \"t\", \"target\": \"/in\", \"existing\": \"overwrite\"", "line 2, jobs.a.existing: \"overwrite\" is not one of prove, length, replace.")]
    public void Errors_are_reported_with_line_and_key(string keys, string expected) =>
        Assert.StartsWith(expected, Assert.Single(JobFileReaderTests.Read(Job(keys)).Problems).ToString(), StringComparison.Ordinal);

    private static string Job(string keys) =>
        "{ \"servers\": { \"s\": { \"address\": \"ftp://10.20.0.5:2121\" }, \"t\": { \"address\": \"ftp://10.20.0.6:2122\" }, \"tls\": { \"address\": \"ftpes://10.20.0.7\" } },\n"
        + "\"jobs\": { \"a\": { \"kind\": \"fxp\", \"server\": \"s\", \"folders\": [\"/out\"], " + keys + " } } }";
}
