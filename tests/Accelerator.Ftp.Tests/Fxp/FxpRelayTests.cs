namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>A copy relayed through this computer: the commands to both servers, and the result of a failure of either.</summary>
public sealed class FxpRelayTests : OneCopyFixture
{
    private static readonly byte[] Bytes = [.. Enumerable.Range(0, 1_000_003).Select(number => (byte)(number * 7 / 3))];

    [Theory]
    [InlineData(0, false, FxpFixture.Stor)]
    [InlineData(400_000, false, FxpFixture.Stor)]
    [InlineData(400_000, true, "APPE in/a.bin.part")]
    public async Task Every_byte_from_the_offset_on_goes_over(int offset, bool append, string command)
    {
        var copying = Fxp.Relay.CopyAsync(FxpFixture.Order with { Offset = offset, Append = append }, CancellationToken.None);
        using var sending = await SendAsync(offset);
        using var port = await Fxp.Destination.PassiveAsync();
        if (!append && offset > 0) await Fxp.Destination.AnswerAsync($"REST {offset}", "350 restarting");
        await Fxp.Destination.ExpectAsync(command);
        using var data = await port.AcceptAsync();
        await Fxp.Destination.ReplyAsync("150 go");
        var received = data.ReadToEndAsync();
        await sending.SendAsync(Bytes.AsMemory(offset));
        sending.Dispose();
        await Fxp.Source.ReplyAsync("226 sent");
        Assert.Equal(Bytes[offset..], await received.SoonAsync());
        data.Dispose();
        await Fxp.Destination.ReplyAsync("226 stored");
        await copying.SoonAsync();
        await Fxp.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_destination_that_refuses_leaves_the_source_usable()
    {
        var copying = Fxp.Relay.CopyAsync(FxpFixture.Order, CancellationToken.None);
        using var sending = await SendAsync();
        using var port = await Fxp.Destination.PassiveAsync();
        await Fxp.Destination.AnswerAsync(FxpFixture.Stor, "553 not allowed");
        await sending.ExpectEndAsync();
        await Fxp.Source.ReplyAsync("426 cut off");
        Assert.Equal(553, (await FailAsync(copying, FxpStep.Command, FxpSide.Destination)).Reply?.Code);
        Assert.Equal((true, true), Fxp.Usable);
    }

    [Fact]
    public async Task A_full_destination_is_reported_with_its_reply()
    {
        var copying = Fxp.Relay.CopyAsync(FxpFixture.Order, CancellationToken.None);
        using var sending = await SendAsync();
        var data = await BeginStoreAsync("150 go", "552 the disk is full");
        // More bytes than the buffers of both connections hold, so that a send fails.
        var endless = Task.Run(async () =>
        {
            for (var i = 0; i < 100; i++) await sending.SendAsync(Bytes);
        });
        Assert.True(data.HasNewsWithin(ScriptedServer.Patience));
        data.Reset();
        await Fxp.Source.ReplyAsync("426 cut off");
        Assert.Equal(552, (await FailAsync(copying, FxpStep.Data, FxpSide.Destination)).Reply?.Code);
        await Assert.ThrowsAsync<IOException>(() => endless.SoonAsync());
    }

    [Fact]
    public async Task A_source_that_breaks_off_is_the_one_that_failed()
    {
        var copying = Fxp.Relay.CopyAsync(FxpFixture.Order, CancellationToken.None);
        var sending = await SendAsync();
        using var data = await BeginStoreAsync("150 go");
        await sending.SendAsync(Bytes.AsMemory(0, 1000));
        sending.Dispose();
        await Fxp.Source.ReplyAsync("451 the disk cannot be read");
        // The data connection must not end in a way that could be taken for the end of the file.
        await Assert.ThrowsAsync<IOException>(() => data.ReadToEndAsync().SoonAsync());
        await Fxp.Destination.ReplyAsync("426 cut off");
        var failure = await FailAsync(copying, FxpStep.Data, FxpSide.Source);
        Assert.Equal((451, true), (failure.Reply?.Code, failure.IsStoring));
    }

    [Fact]
    public async Task It_can_be_stopped_while_both_directions_are_blocked()
    {
        using var stop = new CancellationTokenSource();
        var copying = Fxp.Relay.CopyAsync(FxpFixture.Order, stop.Token);
        using var sending = await SendAsync();
        using var data = await BeginStoreAsync("150 go");
        await sending.SendAsync(Bytes.AsMemory(0, 1000));
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copying.SoonAsync());
        Assert.Equal((false, false), Fxp.Usable);
    }

    private async Task<ScriptedData> SendAsync(long offset = 0)
    {
        var data = await Fxp.Source.BeginRetrieveAsync("a.bin", offset);
        await Fxp.Source.ReplyAsync("150 sending");
        return data;
    }

    private async Task<ScriptedData> BeginStoreAsync(params string[] reply)
    {
        using var port = await Fxp.Destination.PassiveAsync();
        await Fxp.Destination.ExpectAsync(FxpFixture.Stor);
        var data = await port.AcceptAsync();
        await Fxp.Destination.ReplyAsync(reply);
        return data;
    }
}
