using Accelerator.Service.Tests.Core;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Tests.Dashboard;

/// <summary>The real Kestrel at its own port, and a client that follows no redirects and keeps no cookies.</summary>
internal sealed class PageFixture : IAsyncDisposable
{
    private PageServer _server = null!;

    private PageFixture()
    {
    }

    public FiguresFixture Figures { get; } = new();

    /// <summary>The page's own clock: the service's clock may stand still while sign-ins expire.</summary>
    public FakeTime Time { get; } = new();

    public HttpClient Client { get; } = new(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false, UseProxy = false });

    public string Token { get; private set; } = "";

    public string AdministratorToken { get; private set; } = "";

    public HeardLog Heard { get; } = new();

    public (string Name, string Value) Authorization => ("Authorization", $"Bearer {Token}");

    public int Port => _server.EndPoint.Port;

    public static async Task<PageFixture> StartAsync()
    {
        var fixture = new PageFixture();
        await fixture.Figures.StartAsync();
        var folder = fixture.Figures.Folder.Path;
        var tokens = (DashboardToken.Take(folder), DashboardToken.Take(folder, DashboardToken.AdministratorFileName));
        fixture.Token = (await File.ReadAllTextAsync(fixture.Figures.Folder.File(DashboardToken.FileName))).Trim();
        fixture.AdministratorToken = (await File.ReadAllTextAsync(fixture.Figures.Folder.File(DashboardToken.AdministratorFileName))).Trim();
        var definition = new DashboardDefinition(new IPEndPoint(IPAddress.Loopback, 0), ["passes.example.org"]);
        fixture._server = await PageServer.OpenAsync(definition, tokens, fixture.Figures.Content, fixture.Time, new HeardLogs(fixture.Heard)).SoonAsync();
        fixture.Client.BaseAddress = new Uri(fixture._server.Address);
        return fixture;
    }

    public Task<HttpResponseMessage> AskAsync(string path, params (string Name, string Value)[] headers) => SendAsync(HttpMethod.Get, path, null, headers);

    public Task<HttpResponseMessage> AskWithTokenAsync(string path, params (string Name, string Value)[] headers) => AskAsync(path, [Authorization, .. headers]);

    /// <summary>Returns the status of the response, with the token or without.</summary>
    public async Task<HttpStatusCode> StatusAsync(string path, params (string Name, string Value)[] headers)
    {
        using var answer = await AskAsync(path, headers);
        return answer.StatusCode;
    }

    public Task<HttpStatusCode> StatusWithTokenAsync(string path, params (string Name, string Value)[] headers) => StatusAsync(path, [Authorization, .. headers]);

    public async Task<HttpStatusCode> PostAsync(string path, params (string Name, string Value)[] headers)
    {
        using var answer = await SendAsync(HttpMethod.Post, path, null, headers);
        return answer.StatusCode;
    }

    public async Task<HttpResponseMessage> SendAsync(HttpMethod method, string path, HttpContent? content, params (string Name, string Value)[] headers)
    {
        using var request = new HttpRequestMessage(method, path) { Content = content };
        foreach (var (name, value) in headers) Assert.True(request.Headers.TryAddWithoutValidation(name, value));
        return await Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead).SoonAsync();
    }

    public Task<HttpResponseMessage> SignInAsync(string token, params (string Name, string Value)[] headers) =>
        SendAsync(HttpMethod.Post, "/sign-in", new FormUrlEncodedContent([new("token", token)]), headers);

    /// <summary>Signs in, and returns the header that sends the cookie back.</summary>
    public async Task<(string Name, string Value)> SignedInAsync() => ("Cookie", (await CookieAsync()).Split(';')[0]);

    /// <summary>Signs in, and returns the cookie as set by the server.</summary>
    public async Task<string> CookieAsync()
    {
        using var answer = await SignInAsync(Token);
        Assert.Equal((HttpStatusCode.SeeOther, "/"), (answer.StatusCode, answer.Headers.Location?.ToString()));
        return Assert.Single(answer.Headers.GetValues("Set-Cookie"));
    }

    /// <summary>Signs in as an administrator and returns the headers of a change: the cookie, the origin and the proof.</summary>
    public async Task<(string Name, string Value)[]> AdministratorAsync(string name = "kim")
    {
        using var answer = await SendAsync(HttpMethod.Post, "/sign-in", new FormUrlEncodedContent([new("token", AdministratorToken), new("name", name)]));
        Assert.Equal(HttpStatusCode.SeeOther, answer.StatusCode);
        var cookie = ("Cookie", Assert.Single(answer.Headers.GetValues("Set-Cookie")).Split(';')[0]);
        using var session = await AskAsync("/session", cookie);
        var told = JsonDocument.Parse(await session.Content.ReadAsStringAsync()).RootElement;
        Assert.Equal((true, name), (told.GetProperty("administrator").GetBoolean(), told.GetProperty("who").GetString()));
        return [cookie, ("Origin", $"http://127.0.0.1:{Port}"), ("X-Ftpxd-Proof", told.GetProperty("proof").GetString()!)];
    }

    /// <summary>Sends a change, and returns the status and the body.</summary>
    public async Task<(HttpStatusCode Status, JsonElement Body)> ChangeAsync(string path, string body, params (string Name, string Value)[] headers)
    {
        using var answer = await SendAsync(HttpMethod.Post, path, new StringContent(body, Encoding.UTF8, "application/json"), headers);
        var text = await answer.Content.ReadAsStringAsync();
        return (answer.StatusCode, answer.Content.Headers.ContentType?.MediaType != "application/json" ? default : JsonDocument.Parse(text).RootElement);
    }

    public async ValueTask DisposeAsync()
    {
        Heard.Dispose();
        Client.Dispose();
        if (_server is not null) await _server.DisposeAsync();
        await Figures.DisposeAsync();
    }
}

/// <summary>Gives every category the same log.</summary>
internal sealed class HeardLogs(HeardLog log) : ILoggerFactory
{
    public ILogger CreateLogger(string categoryName) => categoryName == "Page" ? log : NullLogger.Instance;

    public void AddProvider(ILoggerProvider provider)
    {
        // There is one log.
    }

    public void Dispose()
    {
        // The log belongs to the fixture.
    }
}
