namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>
/// Every reply that can be missing or a refusal, on either side: which server is blamed, what is sent to the other one, and which sessions
/// stay usable.
/// </summary>
public sealed class FxpFailureTests : OneCopyFixture
{
    private static readonly FtpTimeouts Limits = new();

    [Theory]
    [InlineData("500 no")]
    [InlineData("425 no port free")]
    [InlineData("227 somewhere")]
    [InlineData("227 (127,0,0,1,0,22)")]
    public async Task A_server_that_names_no_port_is_not_connected_to(string reply)
    {
        var copying = Fxp.CopyAsync();
        await Fxp.Destination.AnswerAsync("PASV", reply);
        if (reply[0] == '5') await Fxp.Destination.AnswerAsync("EPSV", "522 no");
        var failure = await FailAsync(copying, FxpStep.Listen, FxpSide.Destination);
        Assert.Contains("PASV", failure.Message.Replace("EPSV", "PASV", StringComparison.Ordinal));
        Assert.Equal((true, true), Fxp.Usable);
        Assert.Equal("TYPE I", Fxp.Source.Commands[^1]);
    }

    [Theory]
    [InlineData("500 Illegal PORT command.")]
    [InlineData("501 not there")]
    [InlineData("425 no")]
    public async Task A_refused_PORT_is_reported_with_its_reply_and_no_transfer_starts(string reply)
    {
        var copying = Fxp.CopyAsync();
        await Fxp.Destination.AnswerAsync("PASV", FxpFixture.Passive);
        await Fxp.Source.AnswerAsync(FxpFixture.PortCommand, reply);
        var failure = await FailAsync(copying, FxpStep.Call, FxpSide.Source);
        Assert.Contains(reply, failure.Message);
        Assert.Equal((true, true), Fxp.Usable);
        Assert.Equal("PASV", Fxp.Destination.Commands[^1]);
    }

    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    public async Task A_refused_marker_is_blamed_on_the_server_that_refused_it(FxpSide side)
    {
        var copying = Fxp.CopyAsync(FxpFixture.Order with { Offset = 9 });
        await Fxp.RouteAsync();
        await Fxp.Destination.AnswerAsync("REST 9", side == FxpSide.Source ? "350 yes" : "502 no");
        await Fxp.Source.AnswerAsync("REST 9", side == FxpSide.Source ? "501 no" : "350 yes");
        await FailAsync(copying, FxpStep.Marker, side);
        Assert.Equal((true, true), Fxp.Usable);
    }

    [Theory]
    [InlineData("550 no folder", FxpStep.Command)]
    [InlineData("553 bad name", FxpStep.Command)]
    [InlineData("452 full", FxpStep.Command)]
    [InlineData("425 Security: Bad IP connecting.", FxpStep.Open)]
    public async Task After_a_refused_STOR_the_source_receives_no_further_command(string reply, FxpStep step)
    {
        // The short wait for the refusal does not elapse.
        var copying = Fxp.CopyAsync();
        await Fxp.RouteAsync();
        await Fxp.Destination.AnswerAsync(FxpFixture.Stor, reply);
        Assert.False((await FailAsync(copying, step, FxpSide.Destination)).IsStoring);
        Assert.Equal((true, true), Fxp.Usable);
        Assert.StartsWith("PORT", Fxp.Source.Commands[^1]);
        await Fxp.ExpectDestinationInStepAsync();
    }

    [Theory]
    [InlineData("550 gone", FxpStep.Command)]
    [InlineData("425 cannot connect", FxpStep.Open)]
    public async Task A_refused_RETR_has_the_destination_stop_and_both_sessions_live_on(string reply, FxpStep step)
    {
        var copying = Fxp.CopyAsync();
        await Fxp.BeginAsync();
        await Fxp.UntilReadAsync(FxpSide.Destination, "150 go");
        await Fxp.Source.ReplyAsync(reply);
        await Fxp.Destination.AnswerAsync("ABOR", "426 stopped", "226 closed");
        Assert.True((await FailAsync(copying, step, FxpSide.Source)).IsStoring);
        Assert.Equal((true, true), Fxp.Usable);
        await Fxp.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("226 sent", "451 disk", FxpSide.Destination)]
    [InlineData("426 broken pipe", "552 quota", FxpSide.Destination)]
    [InlineData("451 read error", "226 stored what came", FxpSide.Source)]
    [InlineData("426 broken", "226 stored what came", FxpSide.Source)]
    public async Task The_server_with_the_reason_is_blamed_not_the_one_that_lost_its_connection(string sent, string stored, FxpSide side)
    {
        var copying = Fxp.CopyAsync();
        await Fxp.BeginBothAsync();
        var hasEnded = side == FxpSide.Destination && sent[0] == '2';
        if (hasEnded)
        {
            await Fxp.Source.ReplyAsync(sent);
            await Fxp.UntilSourceHasEndedAsync();
        }
        await Fxp.On(side).ReplyAsync(side == FxpSide.Destination ? stored : sent);
        if (!hasEnded) await Fxp.Opposite(side).AnswerAsync("ABOR", side == FxpSide.Source ? stored : sent, "226 nothing to abort");
        await FailAsync(copying, FxpStep.Data, side);
        Assert.Equal((true, true), Fxp.Usable);
    }

    [Theory]
    [InlineData("452 full")]
    [InlineData("552 quota")]
    public async Task A_full_destination_is_blamed_even_if_its_reply_comes_after_that_of_the_source(string stored)
    {
        var copying = Fxp.CopyAsync();
        await Fxp.BeginBothAsync();
        await Fxp.Source.ReplyAsync("426 broken pipe");
        await Fxp.Destination.AnswerAsync("ABOR", stored, "226 nothing to abort");
        Assert.Contains(stored, (await FailAsync(copying, FxpStep.Data, FxpSide.Destination)).Message);
        Assert.Equal((true, true), Fxp.Usable);
    }

    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    public async Task A_server_that_closes_is_named_in_the_failure_and_the_other_receives_ABOR(FxpSide side)
    {
        var copying = Fxp.CopyAsync();
        await Fxp.BeginBothAsync();
        await Fxp.UntilReadAsync(FxpSide.Source, "150 sending");
        Fxp.On(side).Dispose();
        await Fxp.Opposite(side).AnswerAsync("ABOR", "426 stopped", "225 ok");
        var failure = await FailAsync(copying, FxpStep.Data, side);
        Assert.IsType<FtpConnectionException>(failure.InnerException);
        Assert.Equal((side != FxpSide.Source, side != FxpSide.Destination), Fxp.Usable);
    }

    [Fact]
    public async Task A_421_at_the_end_ends_only_the_session_it_was_sent_on()
    {
        var copying = Fxp.CopyAsync();
        await Fxp.BeginAsync();
        await Fxp.Source.ReplyAsync("150 sending", "226 sent");
        await Fxp.UntilSourceHasEndedAsync();
        await Fxp.Destination.ReplyAsync("421 going down");
        await FailAsync(copying, FxpStep.Data, FxpSide.Destination);
        Assert.Equal((true, false), Fxp.Usable);
    }

    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    public async Task A_server_without_a_preliminary_reply_is_named_in_the_failure_and_both_receive_ABOR(FxpSide silent)
    {
        var passive = silent == FxpSide.Source ? FxpSide.Destination : FxpSide.Source;
        var copying = Fxp.CopyAsync(FxpFixture.Order with { Passive = passive });
        // The listening server replies that it is ready; the other one receives its command and does not reply.
        await Fxp.RouteAsync(passive);
        var (first, second) = passive == FxpSide.Source ? (FxpFixture.Retr, FxpFixture.Stor) : (FxpFixture.Stor, FxpFixture.Retr);
        await Fxp.On(passive).AnswerAsync(first, "150 ready");
        await Fxp.On(silent).ExpectAsync(second);
        await PassAsync(Limits.Connect);
        // The server may be fetching the file from tape.
        if (silent == FxpSide.Source) await PassAsync(Limits.FirstByte - Limits.Connect);
        await Fxp.Source.ExpectAsync("ABOR");
        await Fxp.Destination.ExpectAsync("ABOR");
        await Fxp.On(passive).ReplyAsync("426 stopped", "226 closed");
        await Fxp.UntilReadAsync(passive, "226 closed");
        await EndAsync(copying);
        await FailAsync(copying, FxpStep.Open, silent);
        Assert.Equal((silent != FxpSide.Source, silent != FxpSide.Destination), Fxp.Usable);
    }

    /// <summary>If neither server replies, the transfer's own limit ends the copy.</summary>
    [Theory]
    [InlineData(FxpSide.Source)]
    [InlineData(FxpSide.Destination)]
    [InlineData(null)]
    public async Task A_server_that_does_not_come_to_an_end_is_blamed_if_the_other_has(FxpSide? silent)
    {
        var copying = Fxp.CopyAsync();
        await Fxp.BeginBothAsync();
        if (silent is { } one) await Fxp.Opposite(one).ReplyAsync("226 done");
        await PassAsync(silent is null ? FxpFixture.Order.Longest : Limits.Reply);
        if (silent is not FxpSide.Destination) await Fxp.Source.ExpectAsync("ABOR");
        if (silent is not FxpSide.Source) await Fxp.Destination.ExpectAsync("ABOR");
        await EndAsync(copying);
        var failure = await Assert.ThrowsAsync<FxpException>(() => copying.SoonAsync());
        if (silent is { } blamed) Assert.Equal((FxpStep.Data, blamed), (failure.Step, failure.Side));
        Assert.Equal((silent is FxpSide.Destination, silent is FxpSide.Source), Fxp.Usable);
    }

    [Fact]
    public async Task Cancelling_a_copy_sends_ABOR_to_both_servers()
    {
        using var stop = new CancellationTokenSource();
        var copying = Fxp.CopyAsync(FxpFixture.Order, stop.Token);
        await Fxp.BeginBothAsync();
        await stop.CancelAsync();
        await Fxp.Source.AnswerAsync("ABOR", "426 stopped", "226 closed");
        await Fxp.Destination.AnswerAsync("ABOR", "426 stopped", "226 closed");
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copying.SoonAsync());
        Assert.Equal((true, true), Fxp.Usable);
        await Fxp.ExpectInStepAsync();
    }

    // Waits until this limit is the next one due, and lets it expire.
    private async Task PassAsync(TimeSpan limit)
    {
        await Fxp.Time.UntilNextIsDueInAsync(limit);
        Fxp.Time.Advance(limit);
    }

    // The ABOR gets no other reply, so the clock is advanced until the copy ends.
    private async Task EndAsync(Task copying)
    {
        await Fxp.Time.UntilTimersAsync(1);
        while (!copying.IsCompleted)
        {
            Fxp.Time.Advance(TimeSpan.FromSeconds(1));
            await Task.WhenAny(copying, ScriptedServer.ArrivedAsync());
        }
    }
}
