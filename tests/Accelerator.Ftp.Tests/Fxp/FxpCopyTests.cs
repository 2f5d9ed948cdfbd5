namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>The commands that both servers receive, and their order, when no step fails.</summary>
public sealed class FxpCopyTests : OneCopyFixture
{
    [Fact]
    public async Task The_destination_listens_and_the_source_connects()
    {
        var copying = Fxp.CopyAsync();
        await Fxp.RouteAsync();
        await Fxp.FinishAsync(copying);
        Assert.Equal(["PASV", FxpFixture.Stor], Fxp.Destination.Commands.Skip(3));
        Assert.Equal([FxpFixture.PortCommand, FxpFixture.Retr], Fxp.Source.Commands.Skip(3));
        await Fxp.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_passive_source_listens_and_receives_its_command_first()
    {
        var copying = Fxp.CopyAsync(FxpFixture.Order with { Passive = FxpSide.Source });
        await Fxp.RouteAsync(FxpSide.Source);
        await Fxp.Source.AnswerAsync(FxpFixture.Retr, "150 sending");
        await Fxp.Destination.AnswerAsync(FxpFixture.Stor, "150 go", "226 stored");
        await Fxp.Source.ReplyAsync("226 sent");
        await copying.SoonAsync();
        Assert.Equal((true, true), Fxp.Usable);
    }

    [Theory]
    [InlineData("PASV", "227 Entering Passive Mode (10,1,2,3,200,10)")]
    [InlineData("PASV", "227 Entering Passive Mode (169,254,169,254,200,10)")]
    [InlineData("PASV", "227 Entering Passive Mode (0,0,0,0,200,10)")]
    [InlineData("PASV", "227 Entering Passive Mode (127,0,0,2,200,10)")]
    // EPSV replaces a PASV that the server does not implement.
    [InlineData("PASV", "502 not here", "EPSV", "229 Extended (|||51210|)")]
    public async Task The_other_server_gets_the_control_connection_address_instead_of_the_address_in_the_reply(params string[] dialogue)
    {
        var copying = Fxp.CopyAsync();
        for (var i = 0; i < dialogue.Length; i += 2) await Fxp.Destination.AnswerAsync(dialogue[i], dialogue[i + 1]);
        await Fxp.Source.AnswerAsync(FxpFixture.PortCommand, "200 ok");
        await Fxp.FinishAsync(copying);
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
        await FailAsync(fxp.CopyAsync(), FxpStep.Call, FxpSide.Source);
        Assert.Equal("TYPE I", fxp.Destination.Commands[^1]);
        Assert.Equal("TYPE I", fxp.Source.Commands[^1]);
    }

    [Theory]
    [InlineData(false, FxpFixture.Stor)]
    [InlineData(true, "APPE in/a.bin.part")]
    public async Task From_an_offset_both_get_the_marker_or_the_destination_appends(bool append, string command)
    {
        var copying = Fxp.CopyAsync(FxpFixture.Order with { Offset = 5_000_000_000, Append = append });
        await Fxp.RouteAsync();
        if (!append) await Fxp.Destination.AnswerAsync("REST 5000000000", "350 go on");
        await Fxp.Source.AnswerAsync("REST 5000000000", "350 go on");
        await Fxp.FinishAsync(copying, command);
    }

    [Fact]
    public async Task A_copy_from_the_start_takes_back_the_marker_of_the_one_before()
    {
        var copying = Fxp.CopyAsync(FxpFixture.Order with { Offset = 7, Passive = FxpSide.Source });
        await Fxp.Source.AnswerAllAsync(("PASV", FxpFixture.Passive), ("REST 7", "350 go on"));
        await Fxp.Destination.AnswerAllAsync((FxpFixture.PortCommand, "200 ok"), ("REST 7", "502 no"));
        Assert.Equal(FxpStep.Marker, (await Assert.ThrowsAsync<FxpException>(() => copying.SoonAsync())).Step);

        copying = Fxp.CopyAsync();
        await Fxp.RouteAsync();
        await Fxp.Source.AnswerAsync("REST 0", "350 from the start");
        await Fxp.FinishAsync(copying);
    }

    [Fact]
    public async Task A_destination_that_sends_no_reply_before_the_data_connection_opens_is_awaited_only_briefly()
    {
        var copying = Fxp.CopyAsync();
        await Fxp.RouteAsync();
        await Fxp.Destination.ExpectAsync(FxpFixture.Stor);
        var moment = TimeSpan.FromMilliseconds(50);
        await Fxp.Time.EndWaitAsync(moment);
        await Fxp.Source.AnswerAsync(FxpFixture.Retr, "150 sending");
        await Fxp.Destination.ReplyAsync("150 go", "226 stored");
        await Fxp.Source.ReplyAsync("226 sent");
        await copying.SoonAsync();
    }

    [Fact]
    public async Task A_file_range_is_bounded_at_the_source_and_both_servers_get_their_commands_at_once()
    {
        var copying = Fxp.CopyAsync(FxpFixture.Order with { Offset = 7, End = 100, Turn = static () => Task.CompletedTask });
        await Fxp.RouteAsync();
        await Fxp.Destination.AnswerAsync("REST 7", "350 go on");
        await Fxp.Source.AnswerAsync("RANG 7 99", "350 go on");
        // No step waits for a timeout: the clock stands still.
        await Fxp.Destination.ExpectAsync(FxpFixture.Stor);
        await Fxp.Source.AnswerAsync(FxpFixture.Retr, "150 sending", "226 sent");
        await Fxp.Destination.ReplyAsync("150 go", "226 stored");
        await copying.SoonAsync();
        Assert.Equal((true, true), Fxp.Usable);
    }

    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    public async Task A_source_waits_for_its_turn_whichever_of_the_two_listens(FxpSide passive)
    {
        var (told, turn) = (new TaskCompletionSource(), new TaskCompletionSource());
        var copying = Fxp.CopyAsync(FxpFixture.Order with { End = 100, Passive = passive, Turn = TakeTurn });
        await Fxp.RouteAsync(passive);
        await Fxp.Source.AnswerAsync("RANG 0 99", "350 go on");
        await Fxp.Destination.ExpectAsync(FxpFixture.Stor);
        await told.Task.SoonAsync();
        await Fxp.Destination.ReplyAsync("150 go");
        await ScriptedServer.ArrivedAsync();
        Assert.False(Fxp.Source.HasNewsWithin(TimeSpan.Zero));
        turn.SetResult();
        await Fxp.Source.AnswerAsync(FxpFixture.Retr, "150 sending", "226 sent");
        await Fxp.Destination.ReplyAsync("226 stored");
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
    public async Task A_temporary_file_is_removed_or_the_refusal_is_returned(string reply, int? code)
    {
        var removing = Fxp.Receiver.RemoveAsync(SiteFixture.Path("in/a.bin.part"), CancellationToken.None);
        await Fxp.Destination.AnswerAsync("DELE in/a.bin.part", reply);
        Assert.Equal(code, (await removing.SoonAsync())?.Code);
    }

    [Theory]
    [InlineData("in/a.bin")]
    [InlineData("in/.part")]
    [InlineData("in/a.part/b")]
    [InlineData("in/a.bin.PART")]
    public async Task What_is_not_named_as_a_temporary_file_is_never_removed(string path)
    {
        await Assert.ThrowsAsync<InvalidOperationException>(() => Fxp.Receiver.RemoveAsync(SiteFixture.Path(path), CancellationToken.None));
        Assert.Equal("TYPE I", Fxp.Destination.Commands[^1]);
    }

    [Fact]
    public async Task The_file_gets_its_final_name_by_RNFR_and_RNTO_and_its_size_is_asked_in_the_same_round_trip()
    {
        var renaming = Fxp.Receiver.RenameAsync(SiteFixture.Path("in/a.bin.part"), SiteFixture.Path("in/a.bin"), CancellationToken.None);
        foreach (var line in (string[])["RNFR in/a.bin.part", "RNTO in/a.bin", "SIZE in/a.bin"]) await Fxp.Destination.ExpectAsync(line);
        await Fxp.Destination.ReplyAsync("350 to what", "250 done", "213 42");
        Assert.Equal(42, await renaming.SoonAsync());
    }

    [Theory]
    [InlineData("550 no", "503 RNFR first", "RNFR in/a.bin.part", "550 no")]
    [InlineData("350 to what", "553 exists", "RNTO in/a.bin", "553 exists")]
    public async Task A_refused_rename_is_reported_with_the_server_reply(string from, string to, string named, string words)
    {
        var renaming = Fxp.Receiver.RenameAsync(SiteFixture.Path("in/a.bin.part"), SiteFixture.Path("in/a.bin"), CancellationToken.None);
        await Fxp.Destination.AnswerAllAsync(("RNFR in/a.bin.part", from), ("RNTO in/a.bin", to), ("SIZE in/a.bin", "550 not here"));
        var failure = await FailAsync(renaming, FxpStep.Rename, FxpSide.Destination);
        Assert.StartsWith(named, failure.Message);
        Assert.EndsWith(words, failure.Message);
        Assert.True(Fxp.Receiver.Session.IsUsable);
    }
}
