using System.Net;
using Accelerator.Jobs.Definitions;
using Accelerator.Service.Dashboard;
using Accelerator.Service.Tests.Figures;
using Accelerator.TestKit;
using Microsoft.Extensions.Logging.Abstractions;

namespace Accelerator.Service.Tests.Dashboard;

/// <summary>The real Kestrel at a port of its own, and a client that follows nothing and keeps no cookies.</summary>
internal sealed class PageBench : IAsyncDisposable
{
    private PageServer _server = null!;

    private PageBench()
    {
    }

    public FiguresBench Bench { get; } = new();

    public HttpClient Client { get; } = new(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false, UseProxy = false });

    public string Token { get; private set; } = "";

    public int Port => _server.EndPoint.Port;

    public static async Task<PageBench> StartAsync()
    {
        var bench = new PageBench();
        await bench.Bench.StartAsync();
        var token = DashboardToken.Take(bench.Bench.Folder.Path);
        bench.Token = (await File.ReadAllTextAsync(bench.Bench.Folder.File(DashboardToken.FileName))).Trim();
        var definition = new DashboardDefinition(new IPEndPoint(IPAddress.Loopback, 0), ["passes.example.org"]);
        bench._server = await PageServer.OpenAsync(definition, token, bench.Bench.Figures, bench.Bench.Prometheus, bench.Bench.Time, NullLoggerFactory.Instance).SoonAsync();
        bench.Client.BaseAddress = new Uri(bench._server.Address);
        return bench;
    }

    public Task<HttpResponseMessage> AskAsync(string path, params (string Name, string Value)[] headers) => SendAsync(HttpMethod.Get, path, null, headers);

    public Task<HttpResponseMessage> AskWithTokenAsync(string path, params (string Name, string Value)[] headers) => AskAsync(path, [("Authorization", $"Bearer {Token}"), .. headers]);

    public async Task<HttpResponseMessage> SendAsync(HttpMethod method, string path, HttpContent? content, params (string Name, string Value)[] headers)
    {
        using var request = new HttpRequestMessage(method, path) { Content = content };
        foreach (var (name, value) in headers) Assert.True(request.Headers.TryAddWithoutValidation(name, value));
        return await Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead).SoonAsync();
    }

    public Task<HttpResponseMessage> SignInAsync(string token, params (string Name, string Value)[] headers) =>
        SendAsync(HttpMethod.Post, "/sign-in", new FormUrlEncodedContent([new("token", token)]), headers);

    /// <summary>Signs in, and gives the cookie as it is sent back.</summary>
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
        await Bench.DisposeAsync();
    }
}
