using System.Text.Json.Nodes;

namespace Accelerator.Interop.Tests.Browser;

/// <summary>One page of a real headless Chromium, with its requests and errors.</summary>
internal sealed class BrowserPage : IAsyncDisposable
{
    private readonly ProgramRun _chromium;
    private readonly CancellationToken _deadline;
    private DevTools _tools = null!;
    private string? _session;

    private BrowserPage(ProgramRun chromium, CancellationToken deadline) => (_chromium, _deadline) = (chromium, deadline);

    public ConcurrentQueue<string> Requests { get; } = [];

    /// <summary>Errors of scripts and of the policy of contents, and windows that a script opened.</summary>
    public ConcurrentQueue<string> Complaints { get; } = [];

    public static async Task<BrowserPage> StartAsync(string folder, CancellationToken deadline)
    {
        var profile = Directory.CreateDirectory(Path.Combine(folder, "chromium")).FullName;
        // Without its sandbox, which root cannot have; and it finds nothing but this computer.
        var chromium = ProgramRun.Start(
            "chromium", folder, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", "--disable-extensions", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "--remote-debugging-port=0", $"--user-data-dir={profile}", "about:blank");
        var page = new BrowserPage(chromium, deadline);
        try
        {
            var (port, path) = await page.WhereAsync(Path.Combine(profile, "DevToolsActivePort"));
            page._tools = await DevTools.ConnectAsync(new Uri($"ws://127.0.0.1:{port}{path}"), page.Hear, deadline);
            var target = await page.AskAsync("Target.createTarget", new() { ["url"] = "about:blank" });
            var attached = await page.AskAsync("Target.attachToTarget", new() { ["targetId"] = target.GetProperty("targetId").GetString(), ["flatten"] = true });
            page._session = attached.GetProperty("sessionId").GetString();
            foreach (var domain in (string[])["Page", "Runtime", "Network", "Log"]) await page.AskAsync($"{domain}.enable");
            return page;
        }
        catch
        {
            await page.DisposeAsync();
            throw;
        }
    }

    public Task OpenAsync(string address) => AskAsync("Page.navigate", new() { ["url"] = address });

    /// <summary>A screen, and the colours that its owner likes.</summary>
    public async Task ShowAsync(int width, int height, string scheme)
    {
        await AskAsync("Emulation.setDeviceMetricsOverride", new() { ["width"] = width, ["height"] = height, ["deviceScaleFactor"] = 1, ["mobile"] = width < 600 });
        var media = new JsonArray(new JsonObject { ["name"] = "prefers-color-scheme", ["value"] = scheme }, new JsonObject { ["name"] = "prefers-reduced-motion", ["value"] = "reduce" });
        await AskAsync("Emulation.setEmulatedMedia", new() { ["features"] = media });
    }

    /// <summary>Sets the language and the time zone of the browser, for pages opened afterwards.</summary>
    public async Task LocalizeAsync(string language, string zone)
    {
        await AskAsync("Network.setExtraHTTPHeaders", new() { ["headers"] = new JsonObject { ["Accept-Language"] = language } });
        await AskAsync("Emulation.setTimezoneOverride", new() { ["timezoneId"] = zone });
    }

    public async Task<JsonElement> ReadAsync(string expression)
    {
        var told = await AskAsync("Runtime.evaluate", new() { ["expression"] = expression, ["returnByValue"] = true, ["awaitPromise"] = true });
        Assert.False(told.TryGetProperty("exceptionDetails", out var failure), $"{failure}");
        return told.GetProperty("result").TryGetProperty("value", out var value) ? value : default;
    }

    /// <summary>Waits until an expression holds, over a change of pages too.</summary>
    public async Task UntilAsync(string expression)
    {
        while (true)
        {
            try
            {
                await ReadAsync($"new Promise(done => {{ const look = () => ({expression}) ? done(true) : setTimeout(look, 30); look(); }})");
                return;
            }
            catch (InvalidOperationException) when (!_chromium.HasExited && !_deadline.IsCancellationRequested)
            {
                // The page has gone to another, and the question with it.
            }
        }
    }

    public Task TypeAsync(string text) => AskAsync("Input.insertText", new() { ["text"] = text });

    public async Task PressAsync(string key, int code, string? text = null)
    {
        var press = new JsonObject { ["type"] = "keyDown", ["key"] = key, ["windowsVirtualKeyCode"] = code };
        if (text is not null) press["text"] = text;
        await AskAsync("Input.dispatchKeyEvent", press);
        await AskAsync("Input.dispatchKeyEvent", new() { ["type"] = "keyUp", ["key"] = key, ["windowsVirtualKeyCode"] = code });
    }

    public async Task PictureAsync(string file)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        await File.WriteAllBytesAsync(file, (await AskAsync("Page.captureScreenshot", new() { ["format"] = "png" })).GetProperty("data").GetBytesFromBase64(), _deadline);
    }

    public async ValueTask DisposeAsync()
    {
        if (_tools is not null) await _tools.DisposeAsync();
        await _chromium.DisposeAsync();
    }

    private Task<JsonElement> AskAsync(string method, JsonObject? parameters = null) => _tools.AskAsync(method, parameters ?? [], _session, _deadline);

    // Chromium writes its port there when it listens.
    private async Task<(string Port, string Path)> WhereAsync(string file)
    {
        while (true)
        {
            if (File.Exists(file) && await File.ReadAllLinesAsync(file, _deadline) is [var port, var path]) return (port, path);
            if (_chromium.HasExited) throw new InvalidOperationException($"chromium has ended: {(await _chromium.WaitAsync(_deadline)).Error}");
            await Task.Delay(TimeSpan.FromMilliseconds(20), _deadline);
        }
    }

    private void Hear(string method, JsonElement parameters)
    {
        switch (method)
        {
            case "Network.requestWillBeSent":
                Requests.Enqueue(parameters.GetProperty("request").GetProperty("url").GetString()!);
                break;
            case "Runtime.exceptionThrown" or "Page.javascriptDialogOpening":
                Complaints.Enqueue($"{method} {parameters}");
                break;
            case "Log.entryAdded" when parameters.GetProperty("entry").GetProperty("level").GetString() is "error" or "warning":
                Complaints.Enqueue($"{parameters.GetProperty("entry")}");
                break;
        }
    }
}
