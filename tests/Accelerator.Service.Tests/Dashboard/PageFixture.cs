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

    public (string Name, string Value) Authorization => ("Authorization", $"Bearer {Token}");

    public int Port => _server.EndPoint.Port;

    public static async Task<PageFixture> StartAsync()
    {
        var fixture = new PageFixture();
        await fixture.Figures.StartAsync();
        var token = DashboardToken.Take(fixture.Figures.Folder.Path);
        fixture.Token = (await File.ReadAllTextAsync(fixture.Figures.Folder.File(DashboardToken.FileName))).Trim();
        var definition = new DashboardDefinition(new IPEndPoint(IPAddress.Loopback, 0), ["passes.example.org"]);
        fixture._server = await PageServer.OpenAsync(definition, token, fixture.Figures.Figures, fixture.Figures.Prometheus, fixture.Time, NullLoggerFactory.Instance).SoonAsync();
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

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        if (_server is not null) await _server.DisposeAsync();
        await Figures.DisposeAsync();
    }
}
