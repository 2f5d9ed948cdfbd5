namespace Accelerator.Service.Tests.Alerts;

public sealed class AlertChannelTests : IDisposable
{
    private static readonly DateTimeOffset Noon = new(2026, 11, 20, 12, 0, 0, TimeSpan.Zero);

    private static readonly AlertNews News = new(
        [new OpenIncident("server svalbard", "It refused the login (530).", Noon)], [new OpenIncident("ledger", "Away.", Noon)], [new AlertFailure("passes", "한글.nc is quarantined.", Noon)], 3);

    private readonly TempFolder _folder = new();
    private readonly CredentialVault _vault;

    public AlertChannelTests() => _vault = new CredentialVault(_folder.Path, TimeProvider.System);

    public void Dispose()
    {
        _vault.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task A_webhook_gets_words_for_people_and_members_for_programs()
    {
        await _vault.SetAsync("hook", "geheim", CancellationToken.None);
        using var server = new ScriptedHttp("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
        using var channel = Webhook(server, "in?x=1", "hook");
        await channel.SendAsync(News, CancellationToken.None).SoonAsync();
        var request = await server.Request.SoonAsync();
        Assert.StartsWith("POST /in?x=1 HTTP/1.1\r\n", request);
        Assert.Contains("Authorization: Bearer geheim\r\n", request);
        var body = JsonDocument.Parse(request[request.IndexOf('{')..(request.LastIndexOf('}') + 1)]).RootElement;
        Assert.StartsWith("ftpxd on node1: problem with server svalbard, 4 failures, resolved: ledger\n2026-11-20 12:00:00 UTC, server svalbard: It refused the login (530).\n", body.GetProperty("text").GetString());
        Assert.Equal(("server svalbard", "ledger", "passes", 3), (
            body.GetProperty("began")[0].GetProperty("about").GetString(), body.GetProperty("over")[0].GetProperty("about").GetString(),
            body.GetProperty("failures")[0].GetProperty("job").GetString(), body.GetProperty("more_failures").GetInt32()));
    }

    [Theory]
    [InlineData("HTTP/1.1 500 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", "it answered 500")]
    [InlineData("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", "it answered 302")]
    public async Task A_webhook_that_does_not_take_it_is_said_and_not_followed(string answer, string problem)
    {
        using var server = new ScriptedHttp(answer);
        using var channel = Webhook(server, "secret-path", null);
        var exception = await Assert.ThrowsAsync<AlertException>(() => channel.SendAsync(News, CancellationToken.None).SoonAsync());
        Assert.Equal(problem, exception.Message);
        Assert.Equal($"the webhook at 127.0.0.1:{server.Port}", channel.Name);
    }

    [Fact]
    public async Task A_webhook_without_its_secret_is_not_asked()
    {
        using var server = new ScriptedHttp("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
        using var channel = Webhook(server, "", "hook");
        await Assert.ThrowsAsync<AlertException>(() => channel.SendAsync(News, CancellationToken.None).SoonAsync());
        Assert.False(server.Request.IsCompleted);
    }

    [Fact]
    public async Task Mail_goes_to_everybody()
    {
        using var server = new ScriptedSmtp();
        var mail = new MailDefinition("127.0.0.1", server.Port, HasTls: false, "ftpxd@example.org", ["a@example.org", "b@example.org"], null, null);
        await new MailChannel(mail, _vault, "node1").SendAsync(News, CancellationToken.None).SoonAsync();
        var lines = await server.Lines.SoonAsync();
        Assert.Equal(["MAIL FROM:<ftpxd@example.org>", "RCPT TO:<a@example.org>", "RCPT TO:<b@example.org>"], lines.Where(line => line.StartsWith("MAIL", StringComparison.Ordinal) || line.StartsWith("RCPT", StringComparison.Ordinal)));
        Assert.Contains("Auto-Submitted: auto-generated", lines);
        var coded = string.Concat(lines.SkipWhile(line => line.Length > 0).Skip(1).TakeWhile(line => line is not ("." or "")));
        Assert.Contains("passes: 한글.nc is quarantined.", Encoding.UTF8.GetString(Convert.FromBase64String(coded)));
    }

    [Fact]
    public async Task Mail_is_not_sent_in_the_clear_where_TLS_is_wanted()
    {
        using var server = new ScriptedSmtp();
        var mail = new MailDefinition("127.0.0.1", server.Port, HasTls: true, "ftpxd@example.org", ["a@example.org"], null, null);
        await Assert.ThrowsAsync<AlertException>(() => new MailChannel(mail, _vault, "node1").SendAsync(News, CancellationToken.None).SoonAsync());
        Assert.DoesNotContain(await server.Lines.SoonAsync(), line => line.StartsWith("MAIL", StringComparison.Ordinal));
    }

    private WebhookChannel Webhook(ScriptedHttp server, string path, string? credential) =>
        new(new WebhookDefinition(new Uri($"http://127.0.0.1:{server.Port}/{path}"), credential), _vault, "node1", TimeProvider.System);
}
