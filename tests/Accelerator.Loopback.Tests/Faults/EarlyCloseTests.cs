using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Logging;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests.Faults;

public sealed class EarlyCloseTests
{
    [Theory]
    [InlineData(EarlyCloseAnswer.Reply426, "426")]
    [InlineData(EarlyCloseAnswer.Reply226, "226")]
    [InlineData(EarlyCloseAnswer.Reply451, "451")]
    [InlineData(EarlyCloseAnswer.Repeat150, "150")]
    [InlineData(EarlyCloseAnswer.Reply426Then226, "426", "226")]
    [InlineData(EarlyCloseAnswer.Nothing)]
    public async Task An_early_close_by_the_client_is_answered_as_configured(EarlyCloseAnswer answer, params string[] expected)
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { EarlyClose = answer });
        it.Fill(1L << 40);
        using (var data = await it.Client.RetrieveAsync()) await it.Client.ReadDataAsync(data, atMost: 500_000);
        await it.Client.SendAsync("NOOP\r\n");
        foreach (var reply in expected.Append("200")) await it.Client.ExpectAsync(reply);
        Assert.Equal(TransferEnding.ClosedByClient, await it.OnlyEndingAsync());
    }

    [Fact]
    public async Task With_a_small_send_buffer_an_early_close_of_a_short_file_is_seen()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { DataSendBuffer = 16 * 1024 });
        it.Fill(3_000_000);
        using (var data = await it.Client.RetrieveAsync()) await it.Client.ReadDataAsync(data, atMost: 1);
        await it.Client.ExpectAsync("426");
        Assert.Equal(TransferEnding.ClosedByClient, await it.OnlyEndingAsync());
    }

    [Fact]
    public async Task One_transfer_can_answer_an_early_close_otherwise()
    {
        await using var it = await LoopbackFixture.OpenAsync(
            Fault.OnRetr(nth: 1).AnswerEarlyClose(EarlyCloseAnswer.Reply451), Fault.OnRetr(nth: 1).StallAfter(1));
        (await it.Client.RetrieveAsync()).Dispose();
        await it.Client.ExpectAsync("451");
    }
}
