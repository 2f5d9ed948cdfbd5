using Accelerator.Ftp.Fxp;

namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>Every reply that can be missing or a refusal, on either side: who is blamed, what the other is told, and which sessions live on.</summary>
public sealed class FxpFailureTests
{
    private static readonly FtpTimeouts Limits = new();

    [Theory]
    [InlineData("500 no")]
    [InlineData("425 no port free")]
    [InlineData("227 somewhere")]
    [InlineData("227 (127,0,0,1,0,22)")]
    public async Task A_server_that_names_no_port_is_not_connected_to(string reply)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync();
        await fxp.Destination.AnswerAsync("PASV", reply);
        if (reply[0] == '5') await fxp.Destination.AnswerAsync("EPSV", "522 no");
        var failure = await FailAsync(copying, FxpStep.Listen, FxpSide.Destination);
        Assert.Contains("PASV", failure.Message.Replace("EPSV", "PASV", StringComparison.Ordinal));
        Assert.Equal((true, true), fxp.Usable);
        Assert.Equal("TYPE I", fxp.Source.Commands[^1]);
    }

    [Theory]
    [InlineData("500 Illegal PORT command.")]
    [InlineData("501 not there")]
    [InlineData("425 no")]
    public async Task A_refused_PORT_is_told_with_its_words_and_nothing_was_begun(string reply)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync();
        await fxp.Destination.AnswerAsync("PASV", FxpFixture.Passive);
        await fxp.Source.AnswerAsync(FxpFixture.PortCommand, reply);
        var failure = await FailAsync(copying, FxpStep.Call, FxpSide.Source);
        Assert.Contains(reply, failure.Message);
        Assert.Equal((true, true), fxp.Usable);
        Assert.Equal("PASV", fxp.Destination.Commands[^1]);
    }

    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    public async Task A_refused_marker_is_blamed_on_the_server_that_refused_it(FxpSide side)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync(FxpFixture.Order with { Offset = 9 });
        await fxp.RouteAsync();
        await fxp.Destination.AnswerAsync("REST 9", side == FxpSide.Source ? "350 yes" : "502 no");
        await fxp.Source.AnswerAsync("REST 9", side == FxpSide.Source ? "501 no" : "350 yes");
        await FailAsync(copying, FxpStep.Marker, side);
        Assert.Equal((true, true), fxp.Usable);
    }

    [Theory]
    [InlineData("550 no folder", FxpStep.Command)]
    [InlineData("553 bad name", FxpStep.Command)]
    [InlineData("452 full", FxpStep.Command)]
    [InlineData("425 Security: Bad IP connecting.", FxpStep.Open)]
    public async Task A_refused_STOR_keeps_the_source_from_being_told_anything(string reply, FxpStep step)
    {
        // The moment that the refusal is waited for does not pass.
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync();
        await fxp.RouteAsync();
        await fxp.Destination.AnswerAsync(FxpFixture.Stor, reply);
        Assert.False((await FailAsync(copying, step, FxpSide.Destination)).IsStoring);
        Assert.Equal((true, true), fxp.Usable);
        Assert.StartsWith("PORT", fxp.Source.Commands[^1]);
        await fxp.ExpectDestinationInStepAsync();
    }

    [Theory]
    [InlineData("550 gone", FxpStep.Command)]
    [InlineData("425 cannot connect", FxpStep.Open)]
    public async Task A_refused_RETR_has_the_destination_stop_and_both_sessions_live_on(string reply, FxpStep step)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync();
        await fxp.BeginAsync();
        await fxp.UntilReadAsync(FxpSide.Destination, "150 go");
        await fxp.Source.ReplyAsync(reply);
        await fxp.Destination.AnswerAsync("ABOR", "426 stopped", "226 closed");
        Assert.True((await FailAsync(copying, step, FxpSide.Source)).IsStoring);
        Assert.Equal((true, true), fxp.Usable);
        await fxp.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("226 sent", "451 disk", FxpSide.Destination)]
    [InlineData("426 broken pipe", "552 quota", FxpSide.Destination)]
    [InlineData("451 read error", "226 stored what came", FxpSide.Source)]
    [InlineData("426 broken", "226 stored what came", FxpSide.Source)]
    public async Task The_server_with_the_reason_is_blamed_not_the_one_that_lost_its_connection(string sent, string stored, FxpSide side)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync();
        await fxp.BeginBothAsync();
        var hasEnded = side == FxpSide.Destination && sent[0] == '2';
        if (hasEnded)
        {
            await fxp.Source.ReplyAsync(sent);
            await fxp.UntilSourceHasEndedAsync();
        }
        await fxp.On(side).ReplyAsync(side == FxpSide.Destination ? stored : sent);
        if (!hasEnded) await fxp.Opposite(side).AnswerAsync("ABOR", side == FxpSide.Source ? stored : sent, "226 nothing to abort");
        await FailAsync(copying, FxpStep.Data, side);
        Assert.Equal((true, true), fxp.Usable);
    }

    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    public async Task A_server_that_closes_is_blamed_and_the_other_told_to_stop(FxpSide side)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync();
        await fxp.BeginBothAsync();
        await fxp.UntilReadAsync(FxpSide.Source, "150 sending");
        fxp.On(side).Dispose();
        await fxp.Opposite(side).AnswerAsync("ABOR", "426 stopped", "225 ok");
        var failure = await FailAsync(copying, FxpStep.Data, side);
        Assert.IsType<FtpConnectionException>(failure.InnerException);
        Assert.Equal((side != FxpSide.Source, side != FxpSide.Destination), fxp.Usable);
    }

    [Fact]
    public async Task A_421_at_the_end_ends_the_session_that_said_it()
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync();
        await fxp.BeginAsync();
        await fxp.Source.ReplyAsync("150 sending", "226 sent");
        await fxp.UntilSourceHasEndedAsync();
        await fxp.Destination.ReplyAsync("421 going down");
        await FailAsync(copying, FxpStep.Data, FxpSide.Destination);
        Assert.Equal((true, false), fxp.Usable);
    }

    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    public async Task A_server_that_never_says_that_it_began_is_blamed_and_both_are_told_to_stop(FxpSide silent)
    {
        var passive = silent == FxpSide.Source ? FxpSide.Destination : FxpSide.Source;
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync(FxpFixture.Order with { Passive = passive });
        // The one that listens says that it is ready; the other is told, and says nothing.
        await fxp.RouteAsync(passive);
        var (first, second) = passive == FxpSide.Source ? (FxpFixture.Retr, FxpFixture.Stor) : (FxpFixture.Stor, FxpFixture.Retr);
        await fxp.On(passive).AnswerAsync(first, "150 ready");
        await fxp.On(silent).ExpectAsync(second);
        await PassAsync(fxp, Limits.Connect);
        // It may be fetching from tape.
        if (silent == FxpSide.Source) await PassAsync(fxp, Limits.FirstByte - Limits.Connect);
        await fxp.Source.ExpectAsync("ABOR");
        await fxp.Destination.ExpectAsync("ABOR");
        await fxp.On(passive).ReplyAsync("426 stopped", "226 closed");
        await fxp.UntilReadAsync(passive, "226 closed");
        await EndAsync(fxp, copying);
        await FailAsync(copying, FxpStep.Open, silent);
        Assert.Equal((silent != FxpSide.Source, silent != FxpSide.Destination), fxp.Usable);
    }

    /// <summary>Where neither comes to an end it is the transfer's own limit that ends it.</summary>
    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    [InlineData(null)]
    public async Task A_server_that_does_not_come_to_an_end_is_blamed_if_the_other_has(FxpSide? silent)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.CopyAsync();
        await fxp.BeginBothAsync();
        if (silent is { } one) await fxp.Opposite(one).ReplyAsync("226 done");
        await PassAsync(fxp, silent is null ? FxpFixture.Order.Longest : Limits.Reply);
        if (silent is not FxpSide.Destination) await fxp.Source.ExpectAsync("ABOR");
        if (silent is not FxpSide.Source) await fxp.Destination.ExpectAsync("ABOR");
        await EndAsync(fxp, copying);
        var failure = await Assert.ThrowsAsync<FxpException>(() => copying.SoonAsync());
        if (silent is { } blamed) Assert.Equal((FxpStep.Data, blamed), (failure.Step, failure.Side));
        Assert.Equal((silent is FxpSide.Destination, silent is FxpSide.Source), fxp.Usable);
    }

    [Fact]
    public async Task Stopping_it_tells_both_to_stop()
    {
        await using var fxp = await FxpFixture.OpenAsync();
        using var stop = new CancellationTokenSource();
        var copying = fxp.CopyAsync(FxpFixture.Order, stop.Token);
        await fxp.BeginBothAsync();
        await stop.CancelAsync();
        await fxp.Source.AnswerAsync("ABOR", "426 stopped", "226 closed");
        await fxp.Destination.AnswerAsync("ABOR", "426 stopped", "226 closed");
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copying.SoonAsync());
        Assert.Equal((true, true), fxp.Usable);
        await fxp.ExpectInStepAsync();
    }

    // Waits until this limit is the next to end, and lets it end.
    private static async Task PassAsync(FxpFixture fxp, TimeSpan limit)
    {
        await fxp.Time.UntilNextIsDueInAsync(limit);
        fxp.Time.Advance(limit);
    }

    // Nobody else answers the ABOR.
    private static async Task EndAsync(FxpFixture fxp, Task copying)
    {
        await fxp.Time.UntilTimersAsync(1);
        while (!copying.IsCompleted)
        {
            fxp.Time.Advance(TimeSpan.FromSeconds(1));
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
