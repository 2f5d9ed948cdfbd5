using Accelerator.Ftp.Fxp;

namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>A copy by way of this computer: what is said to both, and what a failure of either means.</summary>
public sealed class FxpRelayTests
{
    private static readonly byte[] Bytes = [.. Enumerable.Range(0, 1_000_003).Select(number => (byte)(number * 7 / 3))];

    [Theory]
    [InlineData(0, false, FxpFixture.Stor)]
    [InlineData(400_000, false, FxpFixture.Stor)]
    [InlineData(400_000, true, "APPE in/a.bin.part")]
    public async Task Every_byte_from_the_offset_on_goes_over(int offset, bool append, string command)
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.Relay.CopyAsync(FxpFixture.Order with { Offset = offset, Append = append }, CancellationToken.None);
        using var sending = await SendAsync(fxp, offset);
        using var port = await fxp.Destination.PassiveAsync();
        if (!append && offset > 0) await fxp.Destination.AnswerAsync($"REST {offset}", "350 restarting");
        await fxp.Destination.ExpectAsync(command);
        using var data = await port.AcceptAsync();
        await fxp.Destination.ReplyAsync("150 go");
        var received = data.ReadToEndAsync();
        await sending.SendAsync(Bytes.AsMemory(offset));
        sending.Dispose();
        await fxp.Source.ReplyAsync("226 sent");
        Assert.Equal(Bytes[offset..], await received.SoonAsync());
        data.Dispose();
        await fxp.Destination.ReplyAsync("226 stored");
        var replies = await copying.SoonAsync();
        Assert.Equal((226, 226), (replies.Source.Code, replies.Destination.Code));
        await fxp.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_destination_that_refuses_leaves_the_source_usable()
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.Relay.CopyAsync(FxpFixture.Order, CancellationToken.None);
        using var sending = await SendAsync(fxp);
        using var port = await fxp.Destination.PassiveAsync();
        await fxp.Destination.AnswerAsync(FxpFixture.Stor, "553 not allowed");
        await sending.ExpectEndAsync();
        await fxp.Source.ReplyAsync("426 cut off");
        var failure = await Assert.ThrowsAsync<FxpException>(() => copying.SoonAsync());
        Assert.Equal((FxpStep.Command, FxpSide.Destination, 553), (failure.Step, failure.Side, failure.Reply?.Code));
        Assert.Equal((true, true), fxp.Usable);
    }

    [Fact]
    public async Task A_destination_without_room_says_why()
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.Relay.CopyAsync(FxpFixture.Order, CancellationToken.None);
        using var sending = await SendAsync(fxp);
        var data = await BeginStoreAsync(fxp, "150 go", "552 the disk is full");
        // More than both connections' buffers hold, so that a send fails.
        var endless = Task.Run(async () =>
        {
            for (var i = 0; i < 100; i++) await sending.SendAsync(Bytes);
        });
        Assert.True(data.HasNewsWithin(ScriptedServer.Patience));
        data.Reset();
        await fxp.Source.ReplyAsync("426 cut off");
        var failure = await Assert.ThrowsAsync<FxpException>(() => copying.SoonAsync());
        Assert.Equal((FxpStep.Data, FxpSide.Destination, 552), (failure.Step, failure.Side, failure.Reply?.Code));
        await Assert.ThrowsAsync<IOException>(() => endless.SoonAsync());
    }

    [Fact]
    public async Task A_source_that_breaks_off_is_the_one_that_failed()
    {
        await using var fxp = await FxpFixture.OpenAsync();
        var copying = fxp.Relay.CopyAsync(FxpFixture.Order, CancellationToken.None);
        var sending = await SendAsync(fxp);
        using var data = await BeginStoreAsync(fxp, "150 go");
        await sending.SendAsync(Bytes.AsMemory(0, 1000));
        sending.Dispose();
        await fxp.Source.ReplyAsync("451 the disk cannot be read");
        // No end that could be taken for the file's.
        await Assert.ThrowsAsync<IOException>(() => data.ReadToEndAsync().SoonAsync());
        await fxp.Destination.ReplyAsync("426 cut off");
        var failure = await Assert.ThrowsAsync<FxpException>(() => copying.SoonAsync());
        Assert.Equal((FxpStep.Data, FxpSide.Source, 451), (failure.Step, failure.Side, failure.Reply?.Code));
        Assert.True(failure.IsStoring);
    }

    [Fact]
    public async Task It_can_be_stopped_while_neither_moves()
    {
        await using var fxp = await FxpFixture.OpenAsync();
        using var stop = new CancellationTokenSource();
        var copying = fxp.Relay.CopyAsync(FxpFixture.Order, stop.Token);
        using var sending = await SendAsync(fxp);
        using var data = await BeginStoreAsync(fxp, "150 go");
        await sending.SendAsync(Bytes.AsMemory(0, 1000));
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copying.SoonAsync());
        Assert.Equal((false, false), fxp.Usable);
    }

    private static async Task<ScriptedData> SendAsync(FxpFixture fxp, long offset = 0)
    {
        var data = await fxp.Source.BeginRetrieveAsync("a.bin", offset);
        await fxp.Source.ReplyAsync("150 sending");
        return data;
    }

    private static async Task<ScriptedData> BeginStoreAsync(FxpFixture fxp, params string[] reply)
    {
        using var port = await fxp.Destination.PassiveAsync();
        await fxp.Destination.ExpectAsync(FxpFixture.Stor);
        var data = await port.AcceptAsync();
        await fxp.Destination.ReplyAsync(reply);
        return data;
    }
}
