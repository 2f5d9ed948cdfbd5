namespace Accelerator.Ftp.Tests.Sessions;

public sealed class TlsNameTests
{
    [Fact]
    public void Each_login_spells_the_name_in_its_own_way()
    {
        Assert.Equal(["ftp.x-1.org", "Ftp.x-1.org", "fTp.x-1.org", "FTp.x-1.org"], Enumerable.Range(0, 4).Select(number => TlsName.Spell("ftp.x-1.org", number)));
        var all = Enumerable.Range(0, 1024).Select(number => TlsName.Spell("archive.example.org", number)).ToHashSet(StringComparer.Ordinal);
        Assert.Equal(1024, all.Count);
        Assert.Single(all.ToHashSet(StringComparer.OrdinalIgnoreCase));
        Assert.NotEqual(TlsName.Next("archive.example.org"), TlsName.Next("archive.example.org"));
    }

    [Theory]
    [InlineData("192.0.2.7")]
    [InlineData("2001:db8::ab")]
    public void An_address_has_one_spelling(string address) => Assert.Equal(address, TlsName.Spell(address, 5));
}
