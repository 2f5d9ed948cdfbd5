using Accelerator.Ftp.Fxp;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>Every reply that can be missing or a refusal, on either side: who is blamed, what the other is told, and which sessions live on.</summary>
public sealed class FxpFailureTests
{
    [Theory]
    [InlineData("500 no")]
    [InlineData("425 no port free")]
    [InlineData("227 somewhere")]
    [InlineData("227 (127,0,0,1,0,22)")]
    public async Task A_server_that_names_no_port_is_not_connected_to(string reply)
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.Destination.AnswerAsync("PASV", reply);
        if (reply[0] == '5') await stage.Destination.AnswerAsync("EPSV", "522 no");
        var failure = await FailAsync(copying, FxpStep.Listen, FxpSide.Destination);
        Assert.Contains("PASV", failure.Message.Replace("EPSV", "PASV", StringComparison.Ordinal));
        Assert.Equal((true, true), stage.Usable);
        Assert.Equal("TYPE I", stage.Source.Commands[^1]);
    }

    [Theory]
    [InlineData("500 Illegal PORT command.")]
    [InlineData("501 not there")]
    [InlineData("425 no")]
    public async Task A_refused_PORT_is_told_with_its_words_and_nothing_was_begun(string reply)
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.Destination.AnswerAsync("PASV", "227 (127,0,0,1,200,10)");
        await stage.Source.AnswerAsync("PORT 127,0,0,1,200,10", reply);
        var failure = await FailAsync(copying, FxpStep.Call, FxpSide.Source);
        Assert.Contains(reply, failure.Message);
        Assert.Equal((true, true), stage.Usable);
        Assert.Equal("PASV", stage.Destination.Commands[^1]);
    }

    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    public async Task A_refused_marker_is_blamed_on_the_server_that_refused_it(FxpSide side)
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order with { Offset = 9 }, CancellationToken.None);
        await stage.RouteAsync();
        await stage.Destination.AnswerAsync("REST 9", side == FxpSide.Source ? "350 yes" : "502 no");
        await stage.Source.AnswerAsync("REST 9", side == FxpSide.Source ? "501 no" : "350 yes");
        await FailAsync(copying, FxpStep.Marker, side);
        Assert.Equal((true, true), stage.Usable);
    }

    [Theory]
    [InlineData("550 no folder", FxpStep.Command)]
    [InlineData("553 bad name", FxpStep.Command)]
    [InlineData("452 full", FxpStep.Command)]
    [InlineData("425 Security: Bad IP connecting.", FxpStep.Open)]
    public async Task A_refused_STOR_keeps_the_source_from_being_told_anything(string reply, FxpStep step)
    {
        // The moment that the refusal is waited for does not pass.
        await using var stage = await FxpStage.OpenAsync(new FakeTime());
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.RouteAsync();
        await stage.Destination.AnswerAsync("STOR in/a.bin.part", reply);
        Assert.False((await FailAsync(copying, step, FxpSide.Destination)).IsStoring);
        Assert.Equal((true, true), stage.Usable);
        Assert.StartsWith("PORT", stage.Source.Commands[^1]);
        await stage.ExpectDestinationInStepAsync();
    }

    [Theory]
    [InlineData("550 gone", FxpStep.Command)]
    [InlineData("425 cannot connect", FxpStep.Open)]
    public async Task A_refused_RETR_has_the_destination_stop_and_both_sessions_live_on(string reply, FxpStep step)
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.BeginAsync();
        await stage.Source.ReplyAsync(reply);
        await stage.Destination.AnswerAsync("ABOR", "426 stopped", "226 closed");
        Assert.True((await FailAsync(copying, step, FxpSide.Source)).IsStoring);
        Assert.Equal((true, true), stage.Usable);
        await stage.ExpectSourceInStepAsync();
        await stage.ExpectDestinationInStepAsync();
    }

    [Theory]
    [InlineData("226 sent", "451 disk", FxpSide.Destination)]
    [InlineData("426 broken pipe", "552 quota", FxpSide.Destination)]
    [InlineData("451 read error", "226 stored what came", FxpSide.Source)]
    [InlineData("426 broken", "226 stored what came", FxpSide.Source)]
    public async Task The_server_with_the_reason_is_blamed_not_the_one_that_lost_its_connection(string sent, string stored, FxpSide side)
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.BeginAsync();
        await stage.Source.ReplyAsync("150 sending");
        if (side == FxpSide.Destination && sent[0] == '2')
        {
            await stage.Source.ReplyAsync(sent);
            await stage.UntilSourceHasEndedAsync();
        }
        await (side == FxpSide.Destination ? stage.Destination.ReplyAsync(stored) : stage.Source.ReplyAsync(sent));
        var other = side == FxpSide.Destination ? stage.Source : stage.Destination;
        if (side == FxpSide.Source || sent[0] != '2') await other.AnswerAsync("ABOR", side == FxpSide.Source ? stored : sent, "226 nothing to abort");
        await FailAsync(copying, FxpStep.Data, side);
        Assert.Equal((true, true), stage.Usable);
    }

    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    public async Task A_server_that_closes_is_blamed_and_the_other_told_to_stop(FxpSide side)
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.BeginAsync();
        await stage.Source.ReplyAsync("150 sending");
        var (lost, other) = side == FxpSide.Source ? (stage.Source, stage.Destination) : (stage.Destination, stage.Source);
        lost.Dispose();
        await other.AnswerAsync("ABOR", "426 stopped", "225 ok");
        var failure = await FailAsync(copying, FxpStep.Data, side);
        Assert.IsType<FtpConnectionException>(failure.InnerException);
        Assert.Equal((side != FxpSide.Source, side != FxpSide.Destination), stage.Usable);
    }

    [Fact]
    public async Task A_421_at_the_end_ends_the_session_that_said_it()
    {
        await using var stage = await FxpStage.OpenAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.BeginAsync();
        await stage.Source.ReplyAsync("150 sending", "226 sent");
        await stage.UntilSourceHasEndedAsync();
        await stage.Destination.ReplyAsync("421 going down");
        await FailAsync(copying, FxpStep.Data, FxpSide.Destination);
        Assert.Equal((true, false), stage.Usable);
    }

    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    public async Task A_server_that_never_says_that_it_began_is_blamed_and_both_are_told_to_stop(FxpSide silent)
    {
        var time = new FakeTime();
        await using var stage = await FxpStage.OpenAsync(time);
        var copying = stage.Pair.CopyAsync(FxpStage.Order with { Passive = Other(silent) }, CancellationToken.None);
        await RouteAsync(stage, Other(silent));
        var limits = new FtpTimeouts();
        await time.UntilNextIsDueInAsync(limits.Connect).SoonAsync();
        time.Advance(limits.Connect);
        if (silent == FxpSide.Source)
        {
            // It may be fetching from tape.
            await time.UntilNextIsDueInAsync(limits.FirstByte - limits.Connect).SoonAsync();
            time.Advance(limits.FirstByte - limits.Connect);
        }
        await stage.Source.ExpectAsync("ABOR");
        await stage.Destination.ExpectAsync("ABOR");
        await (silent == FxpSide.Source ? stage.Destination : stage.Source).ReplyAsync("426 stopped", "226 closed");
        await EndAsync(time, copying);
        await FailAsync(copying, FxpStep.Open, silent);
        Assert.Equal((silent != FxpSide.Source, silent != FxpSide.Destination), stage.Usable);
    }

    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    public async Task A_server_that_does_not_come_to_an_end_after_the_other_is_blamed(FxpSide silent)
    {
        var time = new FakeTime();
        await using var stage = await FxpStage.OpenAsync(time);
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.BeginAsync();
        await stage.Source.ReplyAsync("150 sending");
        await (silent == FxpSide.Source ? stage.Destination : stage.Source).ReplyAsync("226 done");
        var limit = new FtpTimeouts().Reply;
        await time.UntilNextIsDueInAsync(limit).SoonAsync();
        time.Advance(limit);
        await (silent == FxpSide.Source ? stage.Source : stage.Destination).ExpectAsync("ABOR");
        await EndAsync(time, copying);
        await FailAsync(copying, FxpStep.Data, silent);
        Assert.Equal((silent != FxpSide.Source, silent != FxpSide.Destination), stage.Usable);
    }

    [Fact]
    public async Task Two_servers_that_both_hang_end_at_the_transfer_s_own_limit()
    {
        var time = new FakeTime();
        await using var stage = await FxpStage.OpenAsync(time);
        var copying = stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None);
        await stage.BeginAsync();
        await stage.Source.ReplyAsync("150 sending");
        await time.UntilNextIsDueInAsync(FxpStage.Order.Longest).SoonAsync();
        time.Advance(FxpStage.Order.Longest);
        await stage.Source.ExpectAsync("ABOR");
        await stage.Destination.ExpectAsync("ABOR");
        await EndAsync(time, copying);
        await Assert.ThrowsAsync<FxpException>(() => copying.SoonAsync());
        Assert.Equal((false, false), stage.Usable);
    }

    [Fact]
    public async Task Stopping_it_tells_both_to_stop()
    {
        await using var stage = await FxpStage.OpenAsync();
        using var stop = new CancellationTokenSource();
        var copying = stage.Pair.CopyAsync(FxpStage.Order, stop.Token);
        await stage.BeginAsync();
        await stage.Source.ReplyAsync("150 sending");
        await stop.CancelAsync();
        await stage.Source.AnswerAsync("ABOR", "426 stopped", "226 closed");
        await stage.Destination.AnswerAsync("ABOR", "426 stopped", "226 closed");
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copying.SoonAsync());
        Assert.Equal((true, true), stage.Usable);
        await stage.ExpectSourceInStepAsync();
    }

    private static FxpSide Other(FxpSide side) => side == FxpSide.Source ? FxpSide.Destination : FxpSide.Source;

    // The one that listens says that it is ready; the other is told, and says nothing.
    private static async Task RouteAsync(FxpStage stage, FxpSide passive)
    {
        var (first, second) = passive == FxpSide.Source ? (stage.Source, stage.Destination) : (stage.Destination, stage.Source);
        var (one, other) = passive == FxpSide.Source ? ("RETR a.bin", "STOR in/a.bin.part") : ("STOR in/a.bin.part", "RETR a.bin");
        await first.AnswerAsync("PASV", "227 (127,0,0,1,200,10)");
        await second.AnswerAsync("PORT 127,0,0,1,200,10", "200 ok");
        await first.AnswerAsync(one, "150 ready");
        await second.ExpectAsync(other);
    }

    // Nobody answers the ABOR.
    private static async Task EndAsync(FakeTime time, Task copying)
    {
        await time.UntilTimersAsync(1).SoonAsync();
        while (!copying.IsCompleted)
        {
            time.Advance(TimeSpan.FromSeconds(1));
            await Task.WhenAny(copying, ScriptedServer.ArrivedAsync());
        }
    }

    private static async Task<FxpException> FailAsync(Task copying, FxpStep step, FxpSide side)
    {
        var failure = await Assert.ThrowsAsync<FxpException>(() => copying.SoonAsync());
        Assert.Equal((step, side), (failure.Step, failure.Side));
        return failure;
    }
}
