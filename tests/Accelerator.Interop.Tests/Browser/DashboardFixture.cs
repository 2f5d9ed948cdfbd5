namespace Accelerator.Interop.Tests.Browser;

/// <summary>A server with files, the real service that fetches them, and a browser that looks at its page.</summary>
[UnsupportedOSPlatform("windows")]
internal sealed class DashboardFixture : IAsyncDisposable
{
    private static readonly string Pictures = Path.Combine(Servers.Checkout.Root, "artifacts", "browser");

    private readonly CancellationTokenSource _deadline = HangGuard.Start();

    public ServiceFixture Service { get; } = new();

    public FtpxServer Server { get; private set; } = null!;

    public BrowserPage Page { get; private set; } = null!;

    public string Address { get; private set; } = "";

    public string Target => Path.Combine(Service.Folder, "in");

    public string Token => File.ReadAllText(Path.Combine(Service.Data, "dashboard.token")).Trim();

    public string AdministratorToken => File.ReadAllText(Path.Combine(Service.Data, "dashboard-admin.token")).Trim();

    public CancellationToken Deadline => _deadline.Token;

    /// <param name="more">Further jobs of the job file, each followed by a comma.</param>
    /// <param name="keys">Further keys of the job, each after a comma.</param>
    /// <param name="gateways">The gateways of the job file.</param>
    public static async Task<DashboardFixture> StartAsync(string more = "", string keys = "", string gateways = "")
    {
        var dashboard = new DashboardFixture();
        try
        {
            dashboard.Server = await FtpxServer.StartAsync(new ServerOptions(), dashboard.Deadline);
            var port = LoopbackPorts.FindFree(IPAddress.Loopback, 1);
            dashboard.Address = $"http://127.0.0.1:{port}/";
            Directory.CreateDirectory(dashboard.Service.Data, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            await File.WriteAllTextAsync(dashboard.Service.Jobs, $$"""
                {
                  "servers": { "svalbard": { "address": "ftp://127.0.0.1:{{dashboard.Server.Port}}", "sessions": 4 } },
                  "least_free_space": "0",
                  "dashboard": { "address": "127.0.0.1:{{port}}" },
                  "gateways": { {{gateways}} },
                  "jobs": {
                    {{more}}"passes": {
                      "server": "svalbard", "folders": [ "/" ], "target": "{{dashboard.Target}}", "schedule": { "every": "1s" }, "complete": { "looks": 1, "stable_for": "0s" }, "objective": "10m"{{keys}}
                    }
                  }
                }
                """, dashboard.Deadline);
            await dashboard.Service.StartReadyAsync();
            dashboard.Page = await BrowserPage.StartAsync(dashboard.Service.Folder, dashboard.Deadline);
            return dashboard;
        }
        catch
        {
            await dashboard.DisposeAsync();
            throw;
        }
    }

    /// <summary>Puts a file on the server, where it appears complete: one look is enough for the job, also at a file that is only half-written.</summary>
    public async Task PutAsync(string name, long length, int seed)
    {
        // Beside the folder that is served.
        var making = Path.Combine(Path.GetDirectoryName(Server.Root)!, "making");
        await RandomFile.WriteAsync(making, length, seed, Deadline);
        File.Move(making, Path.Combine(Server.Root, name));
    }

    /// <summary>Enters input by keys, as a user does.</summary>
    /// <param name="jobs">The number of jobs.</param>
    public async Task SignInAsync(int jobs = 1)
    {
        await Page.OpenAsync(Address);
        await Page.UntilAsync("document.activeElement?.id === 'token'");
        await Page.TypeAsync(Token);
        await Page.PressAsync("Enter", 13, "\r");
        await Page.UntilAsync("document.getElementById('job-rows')?.children.length === " + jobs);
    }

    /// <summary>Signs in as an administrator, from the page of a reader.</summary>
    public async Task BecomeAdministratorAsync(string name)
    {
        await Page.ReadAsync("document.getElementById('administration').open = true; document.getElementById('admin-name').focus()");
        await Page.TypeAsync(name);
        await Page.ReadAsync("document.getElementById('admin-token').focus()");
        await Page.TypeAsync(AdministratorToken);
        await Page.PressAsync("Enter", 13, "\r");
        await Page.UntilAsync($"document.getElementById('administrator')?.innerText.includes('{name}')");
    }

    public async Task<string> TextAsync(string selector) => (await Page.ReadAsync($"document.querySelector('{selector}').innerText")).GetString()!;

    /// <summary>Checks what can be checked without a person, on a screen and on a phone, light and dark. Pictures: artifacts/browser.</summary>
    public async Task AuditAsync(string name)
    {
        var audit = await File.ReadAllTextAsync(Path.Combine(AppContext.BaseDirectory, "Browser", "audit.js"));
        foreach (var (width, height) in (IEnumerable<(int, int)>)[(1440, 900), (1280, 800), (390, 844)])
        {
            foreach (var scheme in (string[])["light", "dark"])
            {
                await Page.ShowAsync(width, height, scheme);
                await Page.UntilAsync($"innerWidth === {width} && matchMedia('(prefers-color-scheme: {scheme})').matches");
                await Page.PictureAsync(Path.Combine(Pictures, $"{name}-{width}-{scheme}.png"));
                var found = (await Page.ReadAsync(audit)).EnumerateArray().Select(sentence => sentence.GetString());
                Assert.True(!found.Any(), $"{name}, {width} px, {scheme}:\n{string.Join('\n', found)}");
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (Page is not null) await Page.DisposeAsync();
        await Service.DisposeAsync();
        if (Server is not null) await Server.DisposeAsync();
        _deadline.Dispose();
    }
}
