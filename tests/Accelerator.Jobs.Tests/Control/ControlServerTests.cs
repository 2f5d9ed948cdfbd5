namespace Accelerator.Jobs.Tests.Control;

/// <summary>Any process may be a client: input is untrusted, and one client never affects another.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class ControlServerTests : IAsyncLifetime, IAsyncDisposable
{
    private const string Echo = """{"verb":"echo","text":"a"}""" + "\n";
    private const string Echoed = """{"said":["a"]}""" + "\n" + """{"done":true}""" + "\n";

    private readonly ControlFixture _fixture = new();

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync() => await _fixture.DisposeAsync();

    ValueTask IAsyncDisposable.DisposeAsync() => _fixture.DisposeAsync();

    [Fact]
    public async Task Requests_on_one_connection_are_answered_one_after_the_other() =>
        Assert.Equal(Echoed + Echoed, await _fixture.SayAsync(Echo + Echo));

    [Theory]
    [InlineData("GET / HTTP/1.1\r\n\r\n")]
    [InlineData("\n")]
    [InlineData("[]\n")]
    [InlineData("null\n")]
    [InlineData("{}\n")]
    [InlineData("{\"verb\":7}\n")]
    [InlineData("{\"verb\":\"\\ud800\"}\n")]
    [InlineData("{\"verb\":\"echo\",\"text\":\"\\udc00x\"}\n")]
    [InlineData("{\"\\ud800\":1,\"verb\":\"echo\",\"text\":\"a\"}\n")]
    [InlineData("{\"verb\":\"echo\",\"text\":\"a\"\n")]
    [InlineData("{\"verb\":\"echo\",\"x\":[[[[[[[[[[1]]]]]]]]]]}\n")]
    // Bytes that are not valid UTF-8.
    [InlineData("\u00ff\u00fe\0\n")]
    [InlineData("{\"verb\":\"echo\",\"text\":\"\u00c3(\"}\n")]
    public async Task An_invalid_request_is_refused_and_ends_the_connection(string line)
    {
        var answer = await _fixture.SayAsync(Encoding.Latin1.GetBytes(line + Echo));
        Assert.Equal("usage", KindOf(answer));
        Assert.DoesNotContain("said", answer);
        Assert.Equal(Echoed, await _fixture.SayAsync(Echo));
    }

    [Theory]
    [InlineData("{\"verb\":\"nope\"}\n", "usage")]
    [InlineData("{\"verb\":\"echo\"}\n", "usage")]
    [InlineData("{\"verb\":\"echo\",\"text\":7}\n", "usage")]
    [InlineData("{\"verb\":\"fall\"}\n", "defect")]
    public async Task A_request_that_makes_no_sense_or_meets_a_defect_is_refused_and_the_next_is_answered(string line, string kind)
    {
        var answer = await _fixture.SayAsync(line + Echo);
        Assert.Equal(kind, KindOf(answer[..(answer.IndexOf('\n') + 1)]));
        // The message of an internal error is written to the log only.
        Assert.DoesNotContain("hush", answer);
        Assert.EndsWith(Echoed, answer);
    }

    [Fact]
    public async Task A_line_that_is_too_long_is_refused()
    {
        Assert.DoesNotContain("said", await _fixture.SayAsync(new string(' ', 2 << 20) + Echo));
        Assert.Equal(Echoed, await _fixture.SayAsync(Echo));
        Assert.Equal(Echoed, await _fixture.SayAsync(new string(' ', (1 << 20) - Echo.Length) + Echo));
    }

    [Fact]
    public async Task An_unknown_verb_is_quoted_truncated_and_escaped()
    {
        var error = JsonDocument.Parse(await _fixture.SayAsync($"{{\"verb\":\"\\u001b[2J{new string('x', 500)}\"}}\n")).RootElement.GetProperty("error").GetString()!;
        Assert.StartsWith("The service does not know \"\\x1B[2Jxxx", error);
        Assert.InRange(error.Length, 1, 200);
        Assert.EndsWith("it knows echo, fall.", error);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{\"verb\":\"ec")]
    public async Task A_silent_client_is_disconnected_after_ten_seconds(string begun)
    {
        await using var stream = await _fixture.ConnectAsync();
        await stream.WriteAsync(Encoding.UTF8.GetBytes(begun));
        await _fixture.Time.UntilTimersAsync(1);
        _fixture.Time.Advance(ControlSession.Patience);
        using var reader = new StreamReader(stream, leaveOpen: true);
        Assert.Equal("silent", KindOf((await reader.ReadLineAsync().SoonAsync())!));
        try
        {
            Assert.Null(await reader.ReadLineAsync().SoonAsync());
        }
        catch (IOException)
        {
            // The service may close before it has read the partial request; the socket is then reset.
        }
    }

    [Fact]
    public async Task A_client_that_does_not_read_is_disconnected_after_ten_seconds()
    {
        var (begun, ended) = (new TaskCompletionSource(), new TaskCompletionSource<Exception>());
        var flood = new ControlVerb("flood", "", async (_, reply, token) =>
        {
            begun.SetResult();
            try
            {
                while (true) await reply.SayAsync("said", [new string('x', 100_000)], ControlJson.Default.IReadOnlyListString, token);
            }
            catch (IOException e)
            {
                ended.SetResult(e);
                throw;
            }
        });
        await using var fixture = new ControlFixture(flood);
        await using var stream = await fixture.ConnectAsync();
        await stream.WriteAsync("{\"verb\":\"flood\"}\n"u8.ToArray());
        // The wait for the request has the same limit, and must have ended before the clock moves.
        await begun.Task.SoonAsync();
        // The blocked write has its own timer; every earlier write disposed its timer.
        await Soon.UntilAsync(() =>
        {
            fixture.Time.Advance(TimeSpan.FromSeconds(1));
            return ended.Task.IsCompleted;
        });
        Assert.Contains("does not read", (await ended.Task).Message);
    }

    [Fact]
    public async Task Concurrent_requests_are_all_answered_within_the_timeout_of_the_silent_clients()
    {
        var silent = await Task.WhenAll(Enumerable.Range(0, ControlServer.Most).Select(_ => _fixture.ConnectAsync()));
        await _fixture.Time.UntilTimersAsync(ControlServer.Most);
        var asked = Enumerable.Range(0, 50).Select(_ => _fixture.SayAsync(Echo)).ToList();
        _fixture.Time.Advance(ControlSession.Patience);
        Assert.All(await Task.WhenAll(asked).SoonAsync(), answer => Assert.Equal(Echoed, answer));
        foreach (var stream in silent) await stream.DisposeAsync();
    }

    [Fact]
    public async Task A_running_verb_is_cancelled_when_the_service_stops()
    {
        var begun = new TaskCompletionSource();
        await using var fixture = new ControlFixture(new ControlVerb("wait", "", async (_, _, token) =>
        {
            begun.SetResult();
            await Task.Delay(Timeout.Infinite, token);
        }));
        var answer = fixture.SayAsync("{\"verb\":\"wait\"}\n");
        await begun.Task.SoonAsync();
        await fixture.StopAsync();
        Assert.Equal("stopping", KindOf(await answer));
    }

    [Fact]
    public async Task The_socket_is_private_and_removed_with_the_service()
    {
        string path;
        await using (var fixture = new ControlFixture())
        {
            path = fixture.Path;
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(path));
        }
        Assert.False(File.Exists(path));
    }

    [Fact]
    public async Task A_stale_socket_file_is_replaced_and_an_unusable_socket_path_is_reported()
    {
        using var folder = new TempFolder();
        await File.WriteAllTextAsync(folder.File("ftpx.sock"), "");
        await using (ControlServer.Open(folder.Path, [], TimeProvider.System, NullLogger.Instance)) Assert.True(File.Exists(folder.File("ftpx.sock")));
        Directory.CreateDirectory(folder.File("ftpx.sock"));
        Assert.Equal(ControlFailure.Taken, Assert.Throws<ControlException>(() => ControlServer.Open(folder.Path, [], TimeProvider.System, NullLogger.Instance)).Kind);
    }

    [Fact]
    public async Task An_address_that_fails_for_a_while_is_waited_for()
    {
        var time = new FakeTime();
        var listener = new FailingListener();
        await using var server = new ControlServer(listener, [], time, NullLogger.Instance);
        using var stop = new CancellationTokenSource();
        var run = server.RunAsync(stop.Token);
        for (var calls = 1; calls < 5; calls++)
        {
            await time.UntilTimersAsync(1);
            Assert.Equal(calls, listener.Calls);
            time.Advance(TimeSpan.FromSeconds(1));
        }
        await listener.Waits.Task.SoonAsync();
        Assert.False(run.IsCompleted);
        await stop.CancelAsync();
        await run.SoonAsync();
    }

    /// <summary>Fails four times with too many open files, and then waits.</summary>
    private sealed class FailingListener : IControlListener
    {
        public int Calls { get; private set; }

        public TaskCompletionSource Waits { get; } = new();

        public async Task<Stream> AcceptAsync(CancellationToken cancellationToken)
        {
            if (++Calls <= 4) throw new SocketException((int)SocketError.TooManyOpenSockets);
            Waits.SetResult();
            await Task.Delay(Timeout.Infinite, cancellationToken);
            throw new InvalidOperationException();
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    private static string? KindOf(string answer)
    {
        var reply = JsonDocument.Parse(answer).RootElement;
        Assert.True(reply.GetProperty("done").GetBoolean());
        return reply.GetProperty("kind").GetString();
    }
}
