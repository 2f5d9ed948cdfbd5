using Accelerator.Engine.Storage;
using Accelerator.Gateway.Files;

namespace Accelerator.Gateway.Tests.Files;

/// <summary>The sentences about files that the engine could not fetch: they advise what the operator of a gateway can do.</summary>
public sealed class FetchFailureTests
{
    private const string RoomAdvice = "Free some space, or set TMPDIR to a folder on another disk.";
    private const string IdleAdvice = "Give the server more time with max-idle.";

    [Fact]
    public async Task A_server_that_falls_silent_is_reported_without_an_option_that_a_gateway_does_not_have()
    {
        await using var gateway = Start(new LoopbackOptions { Faults = FaultPlan.Of(Fault.OnRetr().StallAfter(100_000)) });
        gateway.Request = gateway.Request with { MaxIdle = TimeSpan.FromMilliseconds(200) };
        gateway.Add("/f", 6 << 20);
        await gateway.AskAsync("GET", "/f");
        Assert.Equal(
            $"The server has sent nothing for 0.2 s after RETR. Try again later. {IdleAdvice}",
            Assert.Single(gateway.Events.OfType<GatewayEvent.Ended>()).Failure);
    }

    [Fact]
    public async Task A_file_that_does_not_fit_names_the_spool_folder_the_free_space_and_what_to_do()
    {
        string? spool = null;
        await using var gateway = Start(null, settings => settings with { VerifyFirst = true, SpoolFolder = spool = settings.SpoolFolder });
        gateway.Server.Files.AddSynthetic("/huge", 1L << 50, 1);
        var answer = await gateway.AskAsync("GET", "/huge");
        Assert.Equal(502, answer.Status);
        Assert.StartsWith($"The spool folder '{spool}' needs 1.00 PiB more, but its volume has only ", answer.Text);
        Assert.EndsWith($" free. {RoomAdvice}\n", answer.Text);
        Assert.Equal(answer.Text.TrimEnd(), Assert.Single(gateway.Events.OfType<GatewayEvent.Ended>()).Failure);
    }

    [Fact]
    public void A_disk_that_fills_up_during_the_fetch_names_the_spool_folder()
    {
        using var folder = new TempFolder();
        var full = new IOException("No space left on device", OperatingSystem.IsWindows() ? StorageErrors.Win32 | 112 : 28);
        var message = StorageErrors.From(full, "Writing at offset 4096 of", folder.File("3/file.part")).Message;
        var sentence = Failure(folder.Path).Sentence(FailureKind.Disk, message);
        Assert.StartsWith($"The disk or the quota of the spool folder '{folder.Path}' is full (", sentence);
        Assert.EndsWith($" free). {RoomAdvice}", sentence);
    }

    [Theory]
    [InlineData(
        "ftp://h:21/f changed while it was downloaded. Download it again to get the new version; if it is still being written, wait until it is complete.",
        "ftp://h:21/f changed while it was downloaded. Download it again to get the new version; if it is still being written, wait until it is complete.")]
    [InlineData(
        "ftp://h:21/f: the content does not match HASH. Download it again; if it fails again, the file on the server or its hash is wrong.",
        "ftp://h:21/f: the content does not match HASH. Download it again; if it fails again, the file on the server or its hash is wrong.")]
    [InlineData(
        "ftp://h:21/f: --verify always cannot be met. Use --verify auto, or give the hashes in a list with --checksums (get also takes one with --verify sha256:HEX).",
        "ftp://h:21/f: --verify always cannot be met. The gateway is set to refuse such files.")]
    [InlineData("file: the listed size is wrong.", "The listed size is wrong.")]
    [InlineData("ftp://h:21/f: 426 Aborted.", "ftp://h:21/f: 426 Aborted.")]
    public void A_sentence_speaks_of_no_run_and_of_no_spooled_file(string message, string expected) =>
        Assert.Equal(expected, Failure("/spool").Sentence(FailureKind.SourceChanged, message));

    private static FetchFailure Failure(string spool) => new(new GatewaySettings
    {
        Listen = new IPEndPoint(IPAddress.Loopback, 0), Resolve = (_, _, _, _) => throw new NotSupportedException(), SpoolFolder = spool,
        RoomAdvice = RoomAdvice, IdleAdvice = IdleAdvice,
    });

    private static GatewayFixture Start(LoopbackOptions? options, Func<GatewaySettings, GatewaySettings>? adjust = null) => GatewayFixture.Start(
        options, settings => (adjust ?? (static same => same))(settings with { RoomAdvice = RoomAdvice, IdleAdvice = IdleAdvice }));
}
