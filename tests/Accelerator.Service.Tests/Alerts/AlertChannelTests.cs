using Accelerator.Service.Tests.Core;

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
    public async Task A_webhook_gets_a_text_and_members_for_programs()
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

    [Fact]
    public async Task Slack_gets_a_text_in_which_nothing_is_a_mention()
    {
        var body = await BodyAsync(WebhookFormat.Slack, News with { Failures = [new AlertFailure("passes", "<!channel> & co", Noon)] });
        Assert.Equal(["text"], body.EnumerateObject().Select(member => member.Name));
        Assert.Contains("passes: &lt;!channel&gt; &amp; co\n", body.GetProperty("text").GetString());
    }

    [Fact]
    public async Task Teams_gets_a_card_with_a_block_for_each_line()
    {
        var body = await BodyAsync(WebhookFormat.Teams, News);
        var attachment = body.GetProperty("attachments")[0];
        Assert.Equal(("message", "application/vnd.microsoft.card.adaptive", "AdaptiveCard"), (body.GetProperty("type").GetString(),
            attachment.GetProperty("contentType").GetString(), attachment.GetProperty("content").GetProperty("type").GetString()));
        var lines = attachment.GetProperty("content").GetProperty("body").EnumerateArray().Select(block => block.GetProperty("inlines")[0].GetProperty("text").GetString()).ToList();
        Assert.Equal(5, lines.Count);
        Assert.StartsWith("ftpxd on node1: problem with server svalbard", lines[0]);
    }

    [Theory]
    [InlineData(WebhookFormat.Slack, 8_000)]
    [InlineData(WebhookFormat.Teams, 28_000)]
    public void A_chat_message_stays_below_the_limit_of_its_system(WebhookFormat format, int most)
    {
        var long_ = new OpenIncident("server svalbard", new string('x', 2_000), Noon);
        var body = WebhookBody.Of(new AlertNews([.. Enumerable.Repeat(long_, 40)], [], [], 0), format, "node1", Noon);
        Assert.InRange(body.Length, 1, most);
        Assert.Contains("The rest is in the log", Encoding.UTF8.GetString(body));
    }

    [Theory]
    [InlineData("HTTP/1.1 500 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", "it answered 500")]
    [InlineData("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", "it answered 302")]
    public async Task A_webhook_error_or_redirect_is_reported_and_not_followed(string answer, string problem)
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
    public async Task Mail_goes_to_every_recipient()
    {
        using var server = new ScriptedSmtp();
        var mail = new MailDefinition("127.0.0.1", server.Port, HasTls: false, "ftpxd@example.org", ["a@example.org", "b@example.org"], null, null);
        await new MailChannel(mail, _vault, "node1", NullLogger.Instance).SendAsync(News, CancellationToken.None).SoonAsync();
        var lines = await server.Lines.SoonAsync();
        Assert.Equal(["MAIL FROM:<ftpxd@example.org>", "RCPT TO:<a@example.org>", "RCPT TO:<b@example.org>"], lines.Where(line => line.StartsWith("MAIL", StringComparison.Ordinal) || line.StartsWith("RCPT", StringComparison.Ordinal)));
        Assert.Contains("Auto-Submitted: auto-generated", lines);
        var coded = string.Concat(lines.SkipWhile(line => line.Length > 0).Skip(1).TakeWhile(line => line is not ("." or "")));
        Assert.Contains("passes: 한글.nc is quarantined.", Encoding.UTF8.GetString(Convert.FromBase64String(coded)));
    }

    /// <summary>The alert counts as sent: another attempt would send it to the other addresses again, every minute.</summary>
    [Theory]
    [InlineData("a@gone.example", "b@example.org")]
    [InlineData("a@gone.example", "b@example.org", "c@gone.example")]
    public async Task Mail_that_some_recipients_accept_is_sent_and_the_refused_addresses_are_logged(params string[] to)
    {
        using var server = new ScriptedSmtp();
        using var log = new HeardLog();
        await Mail(server, log, to).SendAsync(News, CancellationToken.None).SoonAsync();
        Assert.Contains("DATA", await server.Lines.SoonAsync());
        var refused = string.Join(", ", to.Where(address => address.EndsWith("@gone.example", StringComparison.Ordinal)));
        Assert.StartsWith($"The alert was sent, but not to every address: the mail server 127.0.0.1 refused {refused}: ", Assert.Single(log.Sentences), StringComparison.Ordinal);
        Assert.Contains("No such user", Assert.Single(log.Sentences), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false, "a@gone.example")]
    [InlineData(false, "a@gone.example", "b@gone.example")]
    [InlineData(true, "a@gone.example", "b@example.org")]
    public async Task Mail_that_every_recipient_refuses_is_not_sent_and_a_test_fails_if_one_refuses(bool isTest, params string[] to)
    {
        using var server = new ScriptedSmtp();
        using var log = new HeardLog();
        var exception = await Assert.ThrowsAsync<AlertException>(() => Mail(server, log, to).SendAsync(News with { IsTest = isTest }, CancellationToken.None).SoonAsync());
        Assert.Contains("a@gone.example", exception.Message, StringComparison.Ordinal);
        Assert.Empty(log.Sentences);
    }

    [Fact]
    public async Task Mail_is_not_sent_in_the_clear_where_TLS_is_wanted()
    {
        using var server = new ScriptedSmtp();
        var mail = new MailDefinition("127.0.0.1", server.Port, HasTls: true, "ftpxd@example.org", ["a@example.org"], null, null);
        await Assert.ThrowsAsync<AlertException>(() => new MailChannel(mail, _vault, "node1", NullLogger.Instance).SendAsync(News, CancellationToken.None).SoonAsync());
        Assert.DoesNotContain(await server.Lines.SoonAsync(), line => line.StartsWith("MAIL", StringComparison.Ordinal));
    }

    private async Task<JsonElement> BodyAsync(WebhookFormat format, AlertNews news)
    {
        using var server = new ScriptedHttp("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
        using var channel = new WebhookChannel(
            new WebhookDefinition(new Uri($"http://127.0.0.1:{server.Port}/"), null) { Format = format }, _vault, "node1", TimeProvider.System);
        await channel.SendAsync(news, CancellationToken.None).SoonAsync();
        var request = await server.Request.SoonAsync();
        return JsonDocument.Parse(request[request.IndexOf('{')..(request.LastIndexOf('}') + 1)]).RootElement;
    }

    private MailChannel Mail(ScriptedSmtp server, HeardLog log, string[] to) =>
        new(new MailDefinition("127.0.0.1", server.Port, HasTls: false, "ftpxd@example.org", to, null, null), _vault, "node1", log);

    private WebhookChannel Webhook(ScriptedHttp server, string path, string? credential) =>
        new(new WebhookDefinition(new Uri($"http://127.0.0.1:{server.Port}/{path}"), credential), _vault, "node1", TimeProvider.System);
}
