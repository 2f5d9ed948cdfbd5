using Accelerator.Cli.Gateway;
using Accelerator.Gateway.Settings;

namespace Accelerator.Cli.Tests.Gateway;

/// <summary>What a person sees of a gateway at a terminal of 80 columns and 30 rows.</summary>
public sealed class GatewayViewTests : IDisposable
{
    private const string LoggedIn = "03:04:05 session 1 from 127.0.0.1:50334: logged in as kim at ftp.example.org:21";
    private const string Long = "/pass/S5P_OFFL_L2__NO2____20261121T101112_27101.nc";

    private readonly TestEnvironment _process = new();
    private Screen _screen = new(80, 30);

    public void Dispose()
    {
        _screen.Dispose();
        _process.Dispose();
    }

    [Fact]
    public void A_client_has_one_row_with_file_rate_and_streams_until_its_file_is_sent()
    {
        var view = View();
        Show(view, Login(1));
        Assert.Equal(LoggedIn, _screen.Text);
        Show(view, new GatewayEvent.Progress(1, "/a.bin", 0, 1280L << 20, 0, 1));
        Assert.Equal(LoggedIn + "\n  127.0.0.1:50334 /a.bin                0% of 1.25 GiB      0 B/s 1 stream", _screen.Text);
        Show(view, Now(1, 640));
        Assert.Equal(LoggedIn + "\n  127.0.0.1:50334 /pass..112_27101.nc  50% of 1.25 GiB  278 MiB/s 16 streams", _screen.Text);

        Show(view, Ended(1, Long, 1280L << 20, 5) with { FromReplicas = 512 << 20 }, new GatewayEvent.Left(1));
        Assert.Equal(
            LoggedIn + "\n03:04:05 session 1: " + Long + ":\n         1.25 GiB in 5.0 s (256 MiB/s, 16 streams, 512 MiB from replicas)", _screen.Text);
    }

    [Theory]
    [InlineData(140, "  127.0.0.1:50334 /pass/S5P_OF..__20261121T101112_27101.nc  50% of 1.25 GiB  278 MiB/s 16 streams")]
    [InlineData(60, "  127.0.0.1:50334 /pas..2_27101.nc  278 MiB/s 16 streams")]
    [InlineData(50, "  127.0.0.1:50334 /pass..12_27101.nc  278 MiB/s")]
    [InlineData(30, "  ..112_27101.nc  278 MiB/s")]
    [InlineData(20, "  ..1112_27101.nc")]
    public void A_row_fits_and_keeps_what_matters_most(int width, string expected)
    {
        // The view leaves the last columns free.
        var rows = new GatewayRows(_process.Time);
        rows.Take(new GatewayEvent.Request(1, Client(1), "GET /"));
        rows.Take(Now(1, 640));
        Assert.Equal(expected, Assert.Single(rows.Lines(width - 3, most: 10, Glyphs.Ascii)));
    }

    [Fact]
    public void Files_over_one_stream_and_from_memory_have_rows_and_a_client_that_fetches_many_keeps_its_row()
    {
        var view = View();
        Show(view, Login(1), Login(2));
        Show(view, new GatewayEvent.Progress(1, "/old.txt", 3 << 20, null, 1 << 20, 1), Small(2, 1));
        Assert.Equal("  127.0.0.1:50334 /old.txt                    3.00 MiB 1.00 MiB/s 1 stream", Rows[^1]);
        Assert.DoesNotContain("50335 /", _screen.Text);

        for (var i = 2; i < 12; i++)
        {
            Show(view, Small(2, i));
            Assert.Matches($"^  127.0.0.1:50335 /f{i:00}  +97.7 KiB +488 KiB/s from memory$", Rows[^1]);
            Assert.Matches("^  127.0.0.1:50334 /old.txt ", Rows[^2]);
        }
        var frames = _screen.Writes;
        _process.Time.Advance(TimeSpan.FromSeconds(3));
        Show(view, new GatewayEvent.Progress(1, "/old.txt", 4 << 20, null, 1 << 20, 1));
        Assert.Matches("^  127.0.0.1:50334 /old.txt +4.00 MiB ", Rows[^1]);
        Assert.DoesNotContain("50335 /", _screen.Text);
        Assert.Equal(frames + 1, _screen.Writes);
    }

    [Fact]
    public void Lines_and_rows_are_one_write_and_more_clients_than_a_third_of_the_screen_are_counted()
    {
        var view = View();
        for (var session = 1; session <= 13; session++) view.Take(Login(session) with { Server = "kim at host:21" });
        for (var session = 1; session <= 13; session++) view.Take(Now(session, 640));
        view.ShowAll();
        Assert.Equal(1, _screen.Writes);
        Assert.Equal(13 + 10, Rows.Length);
        Assert.Equal("  and 4 more", Rows[^1]);
    }

    [Fact]
    public void A_message_is_not_written_into_the_rows_and_the_end_leaves_only_lines()
    {
        var view = View();
        Show(view, Login(1), Now(1, 640));
        view.WriteAbove(() => _screen.Write("ftpx: note: stopping.\n"));
        Assert.Equal(LoggedIn + "\nftpx: note: stopping.", _screen.Text);
        Show(view, Now(1, 650));
        Assert.Equal(3, Rows.Length);
        view.Take(Ended(1, "/a", 700L << 20, 3) with { Failure = "The client ended the transfer." });
        view.End();
        Assert.Equal(
            LoggedIn + "\nftpx: note: stopping.\n03:04:05 session 1: /a: failed after 700 MiB: The client ended the transfer.", _screen.Text);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_client_over_HTTP_and_its_failed_request_have_lines_and_with_quiet_only_the_failure_has_one(bool isQuiet)
    {
        var view = new GatewayView(_process.Value, isQuiet);
        view.Take(new GatewayEvent.Request(1, Client(1), "GET /a.bin"));
        view.Take(Ended(1, "/a.bin", 1280L << 20, 5));
        view.Take(new GatewayEvent.Request(2, Client(2), "GET /\u001bnone"));
        view.Take(new GatewayEvent.RequestFailed(2, Client(2), "GET /\u001bnone", 404, "There is no such file or folder."));
        view.End();
        string[] lines =
        [
            "03:04:05 session 1 from 127.0.0.1:50334: GET /a.bin",
            "03:04:05 session 1: /a.bin: 1.25 GiB in 5.0 s (256 MiB/s, 16 streams)",
            "03:04:05 session 2 from 127.0.0.1:50335: GET /\\x1Bnone",
            "03:04:05 session 2 from 127.0.0.1:50335: GET /\\x1Bnone: failed with 404: There is no such file or folder.",
        ];
        Assert.Equal(isQuiet ? lines[^1..] : lines, _process.Out.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    private string[] Rows => _screen.Text.Split('\n');

    private static IPEndPoint Client(int session) => new(IPAddress.Loopback, 50333 + session);

    private static GatewayEvent.Login Login(int session) => new(session, Client(session), "kim at ftp.example.org:21", null);

    private static GatewayEvent.Progress Now(int session, long mebibytes) => new(session, Long, mebibytes << 20, 1280L << 20, 278 << 20, 16);

    private static GatewayEvent.Ended Ended(int session, string path, long bytes, int seconds) =>
        new(session, path, bytes, TimeSpan.FromSeconds(seconds), 16, null);

    private static GatewayEvent.Ended Small(int session, int number) =>
        new(session, $"/f{number:00}", 100_000, TimeSpan.FromMilliseconds(3), 1, null) { IsFromMemory = true };

    private GatewayView View()
    {
        _screen.Dispose();
        _screen = new Screen(80, 30);
        _process.Terminal = _screen.Console;
        return new GatewayView(_process.Value with { OutIsTerminal = true }, isQuiet: false);
    }

    // A fifth of a second passes before each frame.
    private void Show(GatewayView view, params GatewayEvent[] events)
    {
        foreach (var happened in events) view.Take(happened);
        view.ShowAll();
        _process.Time.Advance(TimeSpan.FromMilliseconds(200));
    }
}
