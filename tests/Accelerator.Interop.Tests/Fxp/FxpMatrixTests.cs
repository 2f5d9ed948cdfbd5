namespace Accelerator.Interop.Tests.Fxp;

/// <summary>Every server to every server, each listening and each connecting.</summary>
public sealed class FxpMatrixTests : FxpTests
{
    private const int Length = (3 << 20) + 17;

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd", "proftpd")]
    [InlineData("proftpd", "pure-ftpd")]
    [InlineData("pure-ftpd", "vsftpd")]
    public Task Files_go_from_server_to_server_whichever_of_them_listens(string source, string destination) => CopyBothWaysAsync(source, destination);

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd", "vsftpd")]
    [InlineData("vsftpd", "pure-ftpd")]
    [InlineData("proftpd", "vsftpd")]
    [InlineData("proftpd", "proftpd")]
    [InlineData("pure-ftpd", "proftpd")]
    [InlineData("pure-ftpd", "pure-ftpd")]
    [Trait("Run", "all")]
    public Task Files_go_between_every_other_pair_whichever_of_them_listens(string source, string destination) => CopyBothWaysAsync(source, destination);

    private async Task CopyBothWaysAsync(string source, string destination)
    {
        await StartAsync(source, destination);
        string[] names = ["a big.bin", "empty.bin", "small.bin"];
        var hashes = await Fixture().PutAsync(Token, (names[0], Length), (names[1], 0), (names[2], 5));
        foreach (var passive in (FxpSide[])[FxpSide.Destination, FxpSide.Source])
        {
            var fixture = Fixture();
            var result = await fixture.RunAsync(fixture.Request(names) with { Passive = passive, Overwrite = passive == FxpSide.Source }, Token);
            Assert.True(result.Succeeded, $"{string.Join('\n', result.Files.Select(file => file.Message))}\n{fixture.Dialogue}");
            Assert.Empty(fixture.Events.OfType<FxpEvent.Notice>());
            Assert.All(result.Files, file => Assert.Equal(passive, file.Passive));
            for (var i = 0; i < names.Length; i++) Assert.Equal(hashes[i], await RandomFile.HashAsync(fixture.Arrived(names[i]), Token));
            Assert.Equal(names.Order(), fixture.Inbox);
            Assert.Equal(names.Length, fixture.Count(FxpSide.Destination, "STOR"));
        }
    }
}
