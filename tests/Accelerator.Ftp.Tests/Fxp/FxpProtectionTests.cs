namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>A file whose transfer is encrypted at one server is encrypted between the servers, or is not sent.</summary>
public sealed class FxpProtectionTests
{
    [Fact]
    public async Task SSCN_makes_one_server_the_client_of_the_handshake_and_is_asked_for_once()
    {
        await using var fxp = await FxpFixture.OpenWithTlsAsync();
        for (var time = 0; time < 2; time++)
        {
            var copying = fxp.CopyAsync(FxpFixture.Order with { Protection = FxpProtection.SscnAtSource });
            if (time == 0) await fxp.Source.AnswerAsync("SSCN ON", "200 client");
            await fxp.RouteAsync();
            await fxp.FinishAsync(copying);
        }
    }

    [Fact]
    public async Task CPSV_takes_the_place_of_PASV()
    {
        await using var fxp = await FxpFixture.OpenWithTlsAsync();
        var copying = fxp.CopyAsync(FxpFixture.Order with { Protection = FxpProtection.Cpsv });
        await fxp.Destination.AnswerAsync("CPSV", FxpFixture.Passive);
        await fxp.Source.AnswerAsync(FxpFixture.PortCommand, "200 ok");
        await fxp.FinishAsync(copying);
    }

    [Theory]
    [InlineData(FxpProtection.SscnAtSource, "SSCN ON", FxpStep.Protection)]
    [InlineData(FxpProtection.Cpsv, "CPSV", FxpStep.Listen)]
    public async Task A_refusal_is_not_answered_by_clear_data(FxpProtection protection, string command, FxpStep step)
    {
        await using var fxp = await FxpFixture.OpenWithTlsAsync();
        var copying = fxp.CopyAsync(FxpFixture.Order with { Protection = protection });
        await (protection == FxpProtection.Cpsv ? fxp.Destination : fxp.Source).AnswerAsync(command, "500 unknown");
        Assert.Equal(step, (await Assert.ThrowsAsync<FxpException>(() => copying.SoonAsync())).Step);
        Assert.DoesNotContain(
            fxp.Source.Commands.Concat(fxp.Destination.Commands),
            sent => sent.StartsWith("PORT", StringComparison.Ordinal) || sent.StartsWith("PASV", StringComparison.Ordinal) || sent == "PROT C");
    }

    [Theory]
    [InlineData(true, FxpProtection.None)]
    [InlineData(false, FxpProtection.SscnAtSource)]
    public async Task Encrypted_sessions_without_protection_and_a_single_encrypted_one_do_not_copy(bool onBothSides, FxpProtection protection)
    {
        await using var fxp = await FxpFixture.OpenWithTlsAsync(onBothSides);
        var failure = await Assert.ThrowsAsync<FxpException>(() => fxp.CopyAsync(FxpFixture.Order with { Protection = protection }).SoonAsync());
        Assert.Equal(FxpStep.Protection, failure.Step);
        Assert.Equal(("TYPE I", "TYPE I"), (fxp.Source.Commands[^1], fxp.Destination.Commands[^1]));
    }
}
