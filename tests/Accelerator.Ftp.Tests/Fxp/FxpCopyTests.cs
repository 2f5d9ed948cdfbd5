using Accelerator.Ftp.Fxp;

namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>What goes to two servers, in which order, when nothing goes wrong.</summary>
public sealed class FxpCopyTests
{
    [Fact]
    public async Task The_destination_listens_and_the_source_connects()
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync();
        await fxp.RouteAsync();
        var replies = await fxp.FinishAsync(copying);
        Assert.Equal((226, 226), (replies.Source.Code, replies.Destination.Code));
        Assert.Equal(["PASV", FxpFixture.Stor], fxp.Destination.Commands.Skip(3));
        Assert.Equal([FxpFixture.PortCommand, FxpFixture.Retr], fxp.Source.Commands.Skip(3));
        await fxp.ExpectInStepAsync();
    }

    [Fact]
    public async Task The_source_listens_where_it_is_told_to_and_gets_its_command_first()
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync(FxpFixture.Order with { Passive = FxpSide.Source });
        await fxp.RouteAsync(FxpSide.Source);
        await fxp.Source.AnswerAsync(FxpFixture.Retr, "150 sending");
        await fxp.Destination.AnswerAsync(FxpFixture.Stor, "150 go", "226 stored");
        await fxp.Source.ReplyAsync("226 sent");
        await copying.SoonAsync();
        Assert.Equal((true, true), fxp.Usable);
    }

    [Theory]
    [InlineData("PASV", "227 Entering Passive Mode (10,1,2,3,200,10)")]
    [InlineData("PASV", "227 Entering Passive Mode (169,254,169,254,200,10)")]
    [InlineData("PASV", "227 Entering Passive Mode (0,0,0,0,200,10)")]
    [InlineData("PASV", "227 Entering Passive Mode (127,0,0,2,200,10)")]
    // EPSV takes the place of a PASV that is not known.
    [InlineData("PASV", "502 not here", "EPSV", "229 Extended (|||51210|)")]
    public async Task The_other_server_is_told_the_control_connection_s_address_whatever_the_reply_names(params string[] dialogue)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync();
        for (var i = 0; i < dialogue.Length; i += 2) await fxp.Destination.AnswerAsync(dialogue[i], dialogue[i + 1]);
        await fxp.Source.AnswerAsync(FxpFixture.PortCommand, "200 ok");
        await fxp.FinishAsync(copying);
    }

    [Fact]
    public async Task Over_IPv6_EPSV_and_EPRT_are_used()
    {
        await using var fxp = await FxpFixture.OpenAsync(source: IPAddress.IPv6Loopback, destination: IPAddress.IPv6Loopback);
        var copying = fxp.CopyAsync();
        await fxp.Destination.AnswerAsync("EPSV", $"229 Extended (|||{FxpFixture.Port}|)");
        await fxp.Source.AnswerAsync($"EPRT |2|::1|{FxpFixture.Port}|", "200 ok");
        await fxp.FinishAsync(copying);
        Assert.Equal((true, true), fxp.Usable);
    }

    [Fact]
    public async Task Two_families_of_addresses_are_refused_before_anything_is_sent()
    {
        await using var fxp = await FxpFixture.OpenAsync(destination: IPAddress.IPv6Loopback);
        var failure = await Assert.ThrowsAsync<FxpException>(() => fxp.CopyAsync().SoonAsync());
        Assert.Equal((FxpStep.Call, FxpSide.Source), (failure.Step, failure.Side));
        Assert.Equal("TYPE I", fxp.Destination.Commands[^1]);
        Assert.Equal("TYPE I", fxp.Source.Commands[^1]);
    }

    [Theory]
    [InlineData(false, FxpFixture.Stor)]
    [InlineData(true, "APPE in/a.bin.part")]
    public async Task From_an_offset_both_get_the_marker_or_the_destination_appends(bool append, string command)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync(FxpFixture.Order with { Offset = 5_000_000_000, Append = append });
        await fxp.RouteAsync();
        if (!append) await fxp.Destination.AnswerAsync("REST 5000000000", "350 go on");
        await fxp.Source.AnswerAsync("REST 5000000000", "350 go on");
        await fxp.FinishAsync(copying, command);
    }

    [Fact]
    public async Task A_copy_from_the_start_takes_back_the_marker_of_the_one_before()
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync(FxpFixture.Order with { Offset = 7, Passive = FxpSide.Source });
        await fxp.Source.AnswerAllAsync(("PASV", FxpFixture.Passive), ("REST 7", "350 go on"));
        await fxp.Destination.AnswerAllAsync((FxpFixture.PortCommand, "200 ok"), ("REST 7", "502 no"));
        Assert.Equal(FxpStep.Marker, (await Assert.ThrowsAsync<FxpException>(() => copying.SoonAsync())).Step);

        copying = fxp.CopyAsync();
        await fxp.RouteAsync();
        await fxp.Source.AnswerAsync("REST 0", "350 from the start");
        await fxp.FinishAsync(copying);
    }

    [Fact]
    public async Task A_destination_that_says_nothing_before_the_data_connection_stands_is_not_waited_for_long()
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync();
        await fxp.RouteAsync();
        await fxp.Destination.ExpectAsync(FxpFixture.Stor);
        var moment = TimeSpan.FromMilliseconds(50);
        await fxp.Time.EndWaitAsync(moment);
        await fxp.Source.AnswerAsync(FxpFixture.Retr, "150 sending");
        await fxp.Destination.ReplyAsync("150 go", "226 stored");
        await fxp.Source.ReplyAsync("226 sent");
        await copying.SoonAsync();
    }

    [Fact]
    public async Task A_part_of_a_file_is_bounded_at_the_source_and_both_are_told_at_once()
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync(FxpFixture.Order with { Offset = 7, End = 100, Turn = static () => Task.CompletedTask });
        await fxp.RouteAsync();
        await fxp.Destination.AnswerAsync("REST 7", "350 go on");
        await fxp.Source.AnswerAsync("RANG 7 99", "350 go on");
        // Nothing is waited for, and the clock stands still.
        await fxp.Destination.ExpectAsync(FxpFixture.Stor);
        await fxp.Source.AnswerAsync(FxpFixture.Retr, "150 sending", "226 sent");
        await fxp.Destination.ReplyAsync("150 go", "226 stored");
        await copying.SoonAsync();
        Assert.Equal((true, true), fxp.Usable);
    }

    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    public async Task A_source_waits_for_its_turn_whichever_of_the_two_listens(FxpSide passive)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var (told, turn) = (new TaskCompletionSource(), new TaskCompletionSource());
        var copying = fxp.CopyAsync(FxpFixture.Order with { End = 100, Passive = passive, Turn = TakeTurn });
        await fxp.RouteAsync(passive);
        await fxp.Source.AnswerAsync("RANG 0 99", "350 go on");
        await fxp.Destination.ExpectAsync(FxpFixture.Stor);
        await told.Task.SoonAsync();
        await fxp.Destination.ReplyAsync("150 go");
        await ScriptedServer.ArrivedAsync();
        Assert.False(fxp.Source.HasNewsWithin(TimeSpan.Zero));
        turn.SetResult();
        await fxp.Source.AnswerAsync(FxpFixture.Retr, "150 sending", "226 sent");
        await fxp.Destination.ReplyAsync("226 stored");
        await copying.SoonAsync();

        Task TakeTurn()
        {
            told.SetResult();
            return turn.Task;
        }
    }

    [Theory]
    [InlineData("250 gone", null)]
    [InlineData("550 not there", 550)]
    public async Task A_temporary_file_is_removed_or_the_refusal_is_told(string reply, int? code)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var removing = fxp.Receiver.RemoveAsync(SiteFixture.Path("in/a.bin.part"), CancellationToken.None);
        await fxp.Destination.AnswerAsync("DELE in/a.bin.part", reply);
        Assert.Equal(code, (await removing.SoonAsync())?.Code);
    }

    [Theory]
    [InlineData("in/a.bin")]
    [InlineData("in/.part")]
    [InlineData("in/a.part/b")]
    [InlineData("in/a.bin.PART")]
    public async Task What_is_not_named_as_a_temporary_file_is_never_removed(string path)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        await Assert.ThrowsAsync<InvalidOperationException>(() => fxp.Receiver.RemoveAsync(SiteFixture.Path(path), CancellationToken.None));
        Assert.Equal("TYPE I", fxp.Destination.Commands[^1]);
    }

    [Fact]
    public async Task The_file_gets_its_final_name_by_RNFR_and_RNTO_and_its_size_is_asked_in_the_same_round_trip()
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var renaming = fxp.Receiver.RenameAsync(SiteFixture.Path("in/a.bin.part"), SiteFixture.Path("in/a.bin"), CancellationToken.None);
        foreach (var line in (string[])["RNFR in/a.bin.part", "RNTO in/a.bin", "SIZE in/a.bin"]) await fxp.Destination.ExpectAsync(line);
        await fxp.Destination.ReplyAsync("350 to what", "250 done", "213 42");
        Assert.Equal(42, await renaming.SoonAsync());
    }

    [Theory]
    [InlineData("550 no", "503 RNFR first", "RNFR in/a.bin.part", "550 no")]
    [InlineData("350 to what", "553 exists", "RNTO in/a.bin", "553 exists")]
    public async Task A_name_that_is_refused_is_told_with_the_server_s_words(string from, string to, string named, string words)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var renaming = fxp.Receiver.RenameAsync(SiteFixture.Path("in/a.bin.part"), SiteFixture.Path("in/a.bin"), CancellationToken.None);
        await fxp.Destination.AnswerAllAsync(("RNFR in/a.bin.part", from), ("RNTO in/a.bin", to), ("SIZE in/a.bin", "550 not here"));
        var failure = await Assert.ThrowsAsync<FxpException>(() => renaming.SoonAsync());
        Assert.Equal((FxpStep.Rename, FxpSide.Destination), (failure.Step, failure.Side));
        Assert.StartsWith(named, failure.Message);
        Assert.EndsWith(words, failure.Message);
        Assert.True(fxp.Receiver.Session.IsUsable);
    }
}
