namespace Accelerator.Matrix.Tests;

/// <summary>Attack classes S10 and S11: endless replies.</summary>
public sealed class EndlessCases
{
    [Theory]
    [InlineData("get")]
    [InlineData("ls")]
    [InlineData("mirror")]
    public async Task T_REP_6_an_endless_greeting_is_cut_off(string verb)
    {
        // The case waits for no time-out, so the real clock is fast enough. With a quick clock, the time-out would come first on a busy
        // machine.
        await using var it = new HostileFixture(Fault.OnConnection().EndlessBanner()) { Time = TimeProvider.System };
        await (verb switch { "get" => it.GetAsync("/pub/f"), "ls" => it.ListAsync("/pub"), _ => it.MirrorAsync("/pub") });
        it.AssertSaid(5, "a line of more than 64 KiB");
    }

    [Fact]
    public async Task T_REP_6_a_reply_of_endless_lines_is_cut_off()
    {
        var lines = string.Concat(Enumerable.Repeat("230-and so on\r\n", 200_000));
        // The real clock, as above.
        await using var it = new HostileFixture(Fault.OnCommand("PASS").RawReply(lines)) { Time = TimeProvider.System };
        await it.ListAsync("/");
        it.AssertSaid(5, "it was cut off");
    }

    [Theory]
    [InlineData("PASS")]
    [InlineData("USER")]
    public async Task T_REP_9_an_answer_that_comes_byte_by_byte_is_as_late_as_one_that_never_comes(string verb)
    {
        await using var it = new HostileFixture(Fault.OnCommand(verb).FragmentReply(1, TimeSpan.FromSeconds(5)));
        await it.ListAsync("/");
        it.AssertSaid(5, "no complete answer from 127.0.0.1:");
        it.Check(it.Server.Log.CountOf(verb) <= 10, "It was asked again and again.");
    }

    [Fact]
    public async Task T_SIZE_1_data_without_an_end_is_not_written_beyond_the_file_s_size()
    {
        await using var it = new HostileFixture(Fault.OnRetr().SendExtra(1L << 40));
        it.Server.Files.AddSynthetic("/pub/f", 200_000);
        await it.GetAsync("/pub/f", "--streams", "1");
        it.AssertSaid(7, "sends more than");
        it.Check(it.Server.Log.BytesSent < 400 << 20, $"{it.Server.Log.BytesSent} bytes were taken.");
        it.Check(Directory.EnumerateFiles(it.Into).All(path => new FileInfo(path).Length <= 200_001), "It was written.");
    }

    [Fact]
    public async Task T_LIST_4_a_file_that_is_named_a_thousand_times_is_fetched_once()
    {
        await using var it = new HostileFixture();
        it.Serve("/pub/good", "good");
        it.Server.Inject(Fault.OnListing().SendInstead(RawListing.OfFiles(true, [.. Enumerable.Repeat("good", 1000)])));
        await it.MirrorAsync("/pub");
        it.AssertHere(("good", "good"));
        it.Check(it.Server.Log.CountOf("RETR") <= 2, "It was fetched again and again.");
    }
}
