using System.Net;
using Accelerator.Ftp.Fxp;
using Accelerator.Ftp.Tests.Sessions;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>What goes to two servers, in which order, when nothing goes wrong.</summary>
public sealed class FxpCopyTests
{
    [Fact]
    public async Task The_destination_listens_and_the_source_connects()
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.BeginAsync();
        await stage.Source.ReplyAsync("150 sending", "226 sent");
        await stage.Destination.ReplyAsync("226 stored");
        var replies = await copying.SoonAsync();
        Assert.Equal((226, 226), (replies.Source.Code, replies.Destination.Code));
        Assert.Equal(["PASV", "STOR in/a.bin.part"], stage.Destination.Commands.Skip(3));
        Assert.Equal(["PORT 127,0,0,1,200,10", "RETR a.bin"], stage.Source.Commands.Skip(3));
        await stage.ExpectSourceInStepAsync();
        await stage.ExpectDestinationInStepAsync();
    }

    [Fact]
    public async Task The_source_listens_where_it_is_told_to_and_gets_its_command_first()
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order with { Passive = FxpSide.Source }, CancellationToken.None);
        await stage.Source.AnswerAsync("PASV", "227 (127,0,0,1,200,10)");
        await stage.Destination.AnswerAsync("PORT 127,0,0,1,200,10", "200 ok");
        await stage.Source.AnswerAsync("RETR a.bin", "150 sending");
        await stage.Destination.AnswerAsync("STOR in/a.bin.part", "150 go", "226 stored");
        await stage.Source.ReplyAsync("226 sent");
        await copying.SoonAsync();
        Assert.Equal((true, true), stage.Usable);
    }

    [Theory]
    [InlineData("10,1,2,3")]
    [InlineData("169,254,169,254")]
    [InlineData("0,0,0,0")]
    [InlineData("127,0,0,2")]
    public async Task Another_address_in_the_227_is_never_told_to_the_other_server(string address)
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.Destination.AnswerAsync("PASV", $"227 Entering Passive Mode ({address},200,10)");
        await stage.Source.AnswerAsync("PORT 127,0,0,1,200,10", "200 ok");
        await stage.Destination.AnswerAsync("STOR in/a.bin.part", "150 go");
        await stage.Source.AnswerAsync("RETR a.bin", "150 sending", "226 sent");
        await stage.Destination.ReplyAsync("226 stored");
        await copying.SoonAsync();
        Assert.DoesNotContain(stage.Source.Commands, command => command.Contains(address, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Over_IPv6_EPSV_and_EPRT_are_used()
    {
        await using var stage = await FxpStage.OpenAsync(source: IPAddress.IPv6Loopback, destination: IPAddress.IPv6Loopback);
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.Destination.AnswerAsync("EPSV", $"229 Extended (|||{FxpStage.Port}|)");
        await stage.Source.AnswerAsync($"EPRT |2|::1|{FxpStage.Port}|", "200 ok");
        await stage.Destination.AnswerAsync("STOR in/a.bin.part", "150 go");
        await stage.Source.AnswerAsync("RETR a.bin", "150 sending", "226 sent");
        await stage.Destination.ReplyAsync("226 stored");
        await copying.SoonAsync();
        Assert.Equal((true, true), stage.Usable);
    }

    [Fact]
    public async Task Two_families_of_addresses_are_refused_before_anything_is_sent()
    {
        await using var stage = await FxpStage.OpenAsync(destination: IPAddress.IPv6Loopback);
        var failure = await Assert.ThrowsAsync<FxpException>(() => stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None).SoonAsync());
        Assert.Equal((FxpStep.Call, FxpSide.Source), (failure.Step, failure.Side));
        Assert.Equal("TYPE I", stage.Destination.Commands[^1]);
        Assert.Equal("TYPE I", stage.Source.Commands[^1]);
    }

    [Fact]
    public async Task EPSV_takes_the_place_of_a_PASV_that_is_not_known()
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.Destination.AnswerAsync("PASV", "502 not here");
        await stage.Destination.AnswerAsync("EPSV", $"229 Extended (|||{FxpStage.Port}|)");
        await stage.Source.AnswerAsync("PORT 127,0,0,1,200,10", "200 ok");
        await stage.Destination.AnswerAsync("STOR in/a.bin.part", "150 go");
        await stage.Source.AnswerAsync("RETR a.bin", "150 sending", "226 sent");
        await stage.Destination.ReplyAsync("226 stored");
        await copying.SoonAsync();
    }

    [Theory]
    [InlineData(false, "STOR in/a.bin.part")]
    [InlineData(true, "APPE in/a.bin.part")]
    public async Task From_an_offset_both_get_the_marker_or_the_destination_appends(bool append, string command)
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order with { Offset = 5_000_000_000, Append = append }, CancellationToken.None);
        await stage.RouteAsync();
        if (!append) await stage.Destination.AnswerAsync("REST 5000000000", "350 go on");
        await stage.Source.AnswerAsync("REST 5000000000", "350 go on");
        await stage.Destination.AnswerAsync(command, "150 go");
        await stage.Source.AnswerAsync("RETR a.bin", "150 sending", "226 sent");
        await stage.Destination.ReplyAsync("226 stored");
        await copying.SoonAsync();
    }

    [Fact]
    public async Task A_copy_from_the_start_takes_back_the_marker_of_the_one_before()
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order with { Offset = 7, Passive = FxpSide.Source }, CancellationToken.None);
        await stage.Source.AnswerAsync("PASV", "227 Entering Passive Mode (127,0,0,1,200,10)");
        await stage.Source.AnswerAsync("REST 7", "350 go on");
        await stage.Destination.AnswerAsync("PORT 127,0,0,1,200,10", "200 ok");
        await stage.Destination.AnswerAsync("REST 7", "502 no");
        Assert.Equal(FxpStep.Marker, (await Assert.ThrowsAsync<FxpException>(() => copying.SoonAsync())).Step);

        copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.RouteAsync();
        await stage.Source.AnswerAsync("REST 0", "350 from the start");
        await stage.Destination.AnswerAsync("STOR in/a.bin.part", "150 go");
        await stage.Source.AnswerAsync("RETR a.bin", "150 sending", "226 sent");
        await stage.Destination.ReplyAsync("226 stored");
        await copying.SoonAsync();
    }

    [Fact]
    public async Task A_destination_that_says_nothing_before_the_data_connection_stands_is_not_waited_for_long()
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.BeginAsync(ready: null);
        await stage.Source.ReplyAsync("150 sending");
        await stage.Destination.ReplyAsync("150 go", "226 stored");
        await stage.Source.ReplyAsync("226 sent");
        await copying.SoonAsync();
    }

    [Fact]
    public async Task A_part_of_a_file_is_bounded_at_the_source_and_both_are_told_at_once()
    {
        await using var stage = await FxpStage.OpenAsync(new FakeTime());
        var copying = stage.Pair.CopyAsync(FxpStage.Order with { Offset = 7, End = 100, Turn = static () => Task.CompletedTask }, CancellationToken.None);
        await stage.RouteAsync();
        await stage.Destination.AnswerAsync("REST 7", "350 go on");
        await stage.Source.AnswerAsync("RANG 7 99", "350 go on");
        // Nothing is waited for, and the clock stands still.
        await stage.Destination.ExpectAsync("STOR in/a.bin.part");
        await stage.Source.AnswerAsync("RETR a.bin", "150 sending", "226 sent");
        await stage.Destination.ReplyAsync("150 go", "226 stored");
        await copying.SoonAsync();
        Assert.Equal((true, true), stage.Usable);
    }

    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    public async Task A_source_waits_for_its_turn_whichever_of_the_two_listens(FxpSide passive)
    {
        await using var stage = await FxpStage.OpenAsync();
        var (told, turn) = (new TaskCompletionSource(), new TaskCompletionSource());
        var copying = stage.Pair.CopyAsync(FxpStage.Order with { End = 100, Passive = passive, Turn = () => { told.SetResult(); return turn.Task; } }, CancellationToken.None);
        var (listening, connecting) = passive == FxpSide.Source ? (stage.Source, stage.Destination) : (stage.Destination, stage.Source);
        await listening.AnswerAsync("PASV", "227 Entering Passive Mode (127,0,0,1,200,10)");
        await connecting.AnswerAsync("PORT 127,0,0,1,200,10", "200 ok");
        await stage.Source.AnswerAsync("RANG 0 99", "350 go on");
        await stage.Destination.ExpectAsync("STOR in/a.bin.part");
        await told.Task.SoonAsync();
        await stage.Destination.ReplyAsync("150 go");
        await ScriptedServer.ArrivedAsync();
        Assert.DoesNotContain("RETR a.bin", stage.Source.Commands);
        turn.SetResult();
        await stage.Source.AnswerAsync("RETR a.bin", "150 sending", "226 sent");
        await stage.Destination.ReplyAsync("226 stored");
        await copying.SoonAsync();
    }

    [Theory]
    [InlineData("250 gone", null)]
    [InlineData("550 not there", 550)]
    public async Task A_temporary_file_is_removed_or_the_refusal_is_told(string reply, int? code)
    {
        await using var stage = await FxpStage.OpenAsync();
        var removing = stage.Receiver.RemoveAsync(Site.Path("in/a.bin.part"), CancellationToken.None);
        await stage.Destination.AnswerAsync("DELE in/a.bin.part", reply);
        Assert.Equal(code, (await removing.SoonAsync())?.Code);
    }

    [Theory]
    [InlineData("in/a.bin")]
    [InlineData("in/.part")]
    [InlineData("in/a.part/b")]
    [InlineData("in/a.bin.PART")]
    public async Task What_is_not_named_as_a_temporary_file_is_never_removed(string path)
    {
        await using var stage = await FxpStage.OpenAsync();
        await Assert.ThrowsAsync<InvalidOperationException>(() => stage.Receiver.RemoveAsync(Site.Path(path), CancellationToken.None));
        Assert.Equal("TYPE I", stage.Destination.Commands[^1]);
    }

    [Fact]
    public async Task The_file_gets_its_final_name_by_RNFR_and_RNTO_and_its_size_is_asked_in_the_same_round_trip()
    {
        await using var stage = await FxpStage.OpenAsync();
        var renaming = stage.Receiver.RenameAsync(Site.Path("in/a.bin.part"), Site.Path("in/a.bin"), CancellationToken.None);
        foreach (var line in (string[])["RNFR in/a.bin.part", "RNTO in/a.bin", "SIZE in/a.bin"]) await stage.Destination.ExpectAsync(line);
        await stage.Destination.ReplyAsync("350 to what", "250 done", "213 42");
        Assert.Equal(42, await renaming.SoonAsync());
    }

    [Theory]
    [InlineData("550 no", "503 RNFR first", "RNFR in/a.bin.part", "550 no")]
    [InlineData("350 to what", "553 exists", "RNTO in/a.bin", "553 exists")]
    public async Task A_name_that_is_refused_is_told_with_the_server_s_words(string from, string to, string named, string words)
    {
        await using var stage = await FxpStage.OpenAsync();
        var renaming = stage.Receiver.RenameAsync(Site.Path("in/a.bin.part"), Site.Path("in/a.bin"), CancellationToken.None);
        await stage.Destination.AnswerAsync("RNFR in/a.bin.part", from);
        await stage.Destination.AnswerAsync("RNTO in/a.bin", to);
        await stage.Destination.AnswerAsync("SIZE in/a.bin", "550 not here");
        var failure = await Assert.ThrowsAsync<FxpException>(() => renaming.SoonAsync());
        Assert.Equal((FxpStep.Rename, FxpSide.Destination), (failure.Step, failure.Side));
        Assert.StartsWith(named, failure.Message);
        Assert.EndsWith(words, failure.Message);
        Assert.True(stage.Receiver.Session.IsUsable);
    }
}
