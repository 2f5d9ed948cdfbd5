namespace Accelerator.Jobs.Tests.Control;

[UnsupportedOSPlatform("windows")]
public sealed class ControlClientTests
{
    [Fact]
    public async Task Each_line_comes_and_an_error_is_the_same_exception_again()
    {
        await using var fixture = new ControlFixture();
        var said = await AskAsync(fixture.Client, "echo", new() { ["text"] = "á \"\n" });
        Assert.Equal("""["á \u0022\n"]""", Assert.Single(said).GetProperty("said").GetRawText().Replace("\\u00E1", "á", StringComparison.Ordinal));
        var refused = await Assert.ThrowsAsync<ControlException>(() => AskAsync(fixture.Client, "nope", []));
        Assert.Equal((ControlFailure.Usage, "The service does not know \"nope\"; it knows echo, fall."), (refused.Kind, refused.Message));
    }

    [Fact]
    public async Task A_missing_listener_is_reported_as_not_running()
    {
        using var folder = new TempFolder();
        Assert.Equal(ControlFailure.NotRunning, (await FailureAsync(folder.Path)).Kind);
        // A stale socket of a killed service.
        Bound(folder).Dispose();
        Assert.Equal(ControlFailure.NotRunning, (await FailureAsync(folder.Path)).Kind);
        Assert.Equal(ControlFailure.NotRunning, (await FailureAsync(folder.File("not there"))).Kind);
    }

    [Fact]
    public async Task In_a_folder_that_others_may_write_nothing_is_sent()
    {
        await using var fixture = new ControlFixture();
        File.SetUnixFileMode(fixture.Folder, (UnixFileMode)0b111_111_111);
        Assert.Equal(ControlFailure.Untrusted, (await FailureAsync(fixture.Folder)).Kind);
    }

    [Theory]
    [InlineData("", ControlFailure.Broken)]
    [InlineData("220 FTP server ready\r\n", ControlFailure.Broken)]
    [InlineData("[]\n", ControlFailure.Broken)]
    [InlineData("{\"said\":1}\n", ControlFailure.Broken)]
    [InlineData("{\"done\":true,\"error\":7}\n", ControlFailure.Broken)]
    [InlineData("{\"\\ud800\":true,\"done\":true}\n", ControlFailure.Broken)]
    [InlineData("{\"done\":true,\"error\":\"no\"}\n", ControlFailure.Defect)]
    [InlineData("{\"done\":true,\"error\":\"no\",\"kind\":\"not_found\"}\n", ControlFailure.NotFound)]
    public async Task Every_bad_answer_maps_to_a_failure_kind(string answer, ControlFailure kind)
    {
        using var folder = new TempFolder();
        using var listener = Bound(folder);
        listener.Listen();
        var answered = AnswerAsync(listener, answer);
        Assert.Equal(kind, (await FailureAsync(folder.Path)).Kind);
        await answered.SoonAsync();
    }

    [Fact]
    public async Task A_service_that_never_answers_is_given_up()
    {
        using var folder = new TempFolder();
        using var listener = Bound(folder);
        listener.Listen();
        var time = new FakeTime();
        var asked = AskAsync(new ControlClient(folder.Path, time), "status", []);
        using var accepted = await listener.AcceptAsync();
        await time.UntilNextIsDueInAsync(TimeSpan.FromSeconds(30));
        time.Advance(TimeSpan.FromSeconds(30));
        Assert.Equal(ControlFailure.Silent, (await Assert.ThrowsAsync<ControlException>(() => asked).SoonAsync()).Kind);
    }

    [Fact]
    public void A_pipe_is_called_ftpx_for_the_usual_folder_only()
    {
        const string Usual = @"C:\ProgramData\Accelerator";
        Assert.Equal("ftpx", ControlAddress.PipeName(@"c:\programdata\accelerator", Usual));
        var other = ControlAddress.PipeName(@"D:\data", Usual);
        Assert.Matches("^ftpx-[0-9A-F]{16}$", other);
        Assert.Equal(other, ControlAddress.PipeName(@"d:\DATA", Usual));
        Assert.NotEqual(other, ControlAddress.PipeName(@"D:\data2", Usual));
    }

    [Fact]
    public void A_folder_path_too_long_for_a_socket_is_reported() =>
        Assert.Equal(ControlFailure.Usage, Assert.Throws<ControlException>(() => ControlAddress.Of("/" + new string('x', 100))).Kind);

    private static Socket Bound(TempFolder folder)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(folder.File("ftpx.sock")));
        return socket;
    }

    private static async Task AnswerAsync(Socket listener, string answer)
    {
        using var socket = await listener.AcceptAsync();
        var buffer = new byte[1000];
        await socket.ReceiveAsync(buffer);
        await socket.SendAsync(Encoding.UTF8.GetBytes(answer));
        socket.Shutdown(SocketShutdown.Both);
    }

    private static Task<ControlException> FailureAsync(string folder) => Assert.ThrowsAsync<ControlException>(() => AskAsync(new ControlClient(folder, TimeProvider.System), "status", []).SoonAsync());

    private static async Task<List<JsonElement>> AskAsync(ControlClient client, string verb, Dictionary<string, string> arguments)
    {
        var lines = new List<JsonElement>();
        await client.AskAsync(verb, arguments, lines.Add, CancellationToken.None);
        return lines;
    }
}
