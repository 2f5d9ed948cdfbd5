namespace Accelerator.Jobs.Tests.Polling;

public sealed class RemoteTextTests
{
    [Fact]
    public void Ordinary_names_stay_unchanged() => Assert.All(
        ((string, string)[])[("S5P_NRTI.nc", "S5P_NRTI.nc"), ("위성.bin", "위성.bin"), ("100%.bin", "100%.bin"), ("a%41.bin", "a%2541.bin"), ("tab\t.bin", "tab%09.bin")],
        pair => Assert.Equal(pair.Item2, RemoteText.Of(FtpPath.FromText(pair.Item1, FtpCharsets.Utf8))));

    [Fact]
    public void Bytes_that_are_no_text_come_back_as_they_were() =>
        Assert.Equal("%C0%A7%BC%BA.bin", RemoteText.Of(FtpPath.FromBytes([0xC0, 0xA7, 0xBC, 0xBA, .. ".bin"u8], FtpCharsets.Find("cp949")!)));

    [Fact]
    public void Any_bytes_come_back_as_they_were_and_the_text_is_one_that_a_database_can_hold() => Check.QuickThrowOnFailure(Prop.ForAll<byte[]>(bytes =>
    {
        var path = FtpPath.FromBytes([.. bytes.Where(one => one is not (0 or 10 or 13))], FtpCharsets.Utf8);
        var text = RemoteText.Of(path);
        return RemoteText.Read(text).Equals(path) && FtpCharsets.Utf8.GetString(FtpCharsets.Utf8.GetBytes(text)) == text && !text.Any(char.IsControl);
    }));
}
