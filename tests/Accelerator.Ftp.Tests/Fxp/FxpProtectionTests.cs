using Accelerator.Ftp.Fxp;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>What is encrypted at one end is encrypted between the servers, or is not sent.</summary>
public sealed class FxpProtectionTests
{
    [Fact]
    public async Task SSCN_makes_one_server_the_client_of_the_handshake_and_is_asked_for_once()
    {
        await using var stage = await FxpStage.OpenWithTlsAsync();
        for (var time = 0; time < 2; time++)
        {
            var copying = stage.Pair.CopyAsync(FxpStage.Order with { Protection = FxpProtection.SscnAtSource }, CancellationToken.None);
            if (time == 0) await stage.Source.AnswerAsync("SSCN ON", "200 client");
            await stage.BeginAsync();
            await stage.Source.ReplyAsync("150 sending", "226 sent");
            await stage.Destination.ReplyAsync("226 stored");
            await copying.SoonAsync();
        }
    }

    [Fact]
    public async Task CPSV_takes_the_place_of_PASV()
    {
        await using var stage = await FxpStage.OpenWithTlsAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order with { Protection = FxpProtection.Cpsv }, CancellationToken.None);
        await stage.Destination.AnswerAsync("CPSV", "227 (127,0,0,1,200,10)");
        await stage.Source.AnswerAsync("PORT 127,0,0,1,200,10", "200 ok");
        await stage.Destination.AnswerAsync("STOR in/a.bin.part", "150 go");
        await stage.Source.AnswerAsync("RETR a.bin", "150 sending", "226 sent");
        await stage.Destination.ReplyAsync("226 stored");
        await copying.SoonAsync();
    }

    [Theory]
    [InlineData(FxpProtection.SscnAtSource, "SSCN ON", FxpStep.Protection)]
    [InlineData(FxpProtection.Cpsv, "CPSV", FxpStep.Listen)]
    public async Task A_refusal_is_not_answered_by_clear_data(FxpProtection protection, string command, FxpStep step)
    {
        await using var stage = await FxpStage.OpenWithTlsAsync();
        var copying = stage.Pair.CopyAsync(FxpStage.Order with { Protection = protection }, CancellationToken.None);
        await (protection == FxpProtection.Cpsv ? stage.Destination : stage.Source).AnswerAsync(command, "500 unknown");
        Assert.Equal(step, (await Assert.ThrowsAsync<FxpException>(() => copying.SoonAsync())).Step);
        Assert.DoesNotContain(stage.Source.Commands.Concat(stage.Destination.Commands), sent => sent.StartsWith("PORT", StringComparison.Ordinal) || sent.StartsWith("PASV", StringComparison.Ordinal) || sent == "PROT C");
    }

    [Fact]
    public async Task Encrypted_sessions_do_not_copy_without_protection()
    {
        await using var stage = await FxpStage.OpenWithTlsAsync();
        var failure = await Assert.ThrowsAsync<FxpException>(() => stage.Pair.CopyAsync(FxpStage.Order, CancellationToken.None).SoonAsync());
        Assert.Equal(FxpStep.Protection, failure.Step);
        Assert.Equal("TYPE I", stage.Source.Commands[^1]);
    }

    [Fact]
    public async Task One_encrypted_session_and_one_that_is_not_do_not_copy()
    {
        await using var stage = await FxpStage.OpenHalfWithTlsAsync();
        var failure = await Assert.ThrowsAsync<FxpException>(() => stage.Pair.CopyAsync(FxpStage.Order with { Protection = FxpProtection.SscnAtSource }, CancellationToken.None).SoonAsync());
        Assert.Equal(FxpStep.Protection, failure.Step);
        Assert.Equal("TYPE I", stage.Destination.Commands[^1]);
    }
}
