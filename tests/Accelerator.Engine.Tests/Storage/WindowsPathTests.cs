namespace Accelerator.Engine.Tests.Storage;

public sealed class WindowsPathTests
{
    private static readonly string Long = new('d', 240);

    [Theory]
    [InlineData(@"C:\", @"C:\")]
    [InlineData(@"C:\data", @"C:\data\")]
    [InlineData(@"\\server\share", @"\\server\share\")]
    [InlineData(@"\\server\share\", @"\\server\share\")]
    public void A_short_folder_gets_the_backslash_that_shares_need(string folder, string path) => Assert.Equal(path, WindowsPath.ForVolumeCalls(folder));

    [Fact]
    public void A_long_folder_gets_the_prefix_that_lifts_the_limit()
    {
        Assert.Equal($@"\\?\C:\data\{Long}\", WindowsPath.ForVolumeCalls($@"C:\data\{Long}"));
        Assert.Equal($@"\\?\UNC\server\share\{Long}\", WindowsPath.ForVolumeCalls($@"\\server\share\{Long}"));
    }

    [Fact]
    public void The_limit_is_that_of_a_folder_with_room_for_a_short_name_in_it()
    {
        Assert.Equal($@"C:\{Long}xyz\", WindowsPath.ForVolumeCalls($@"C:\{Long}xyz"));
        Assert.Equal($@"\\?\C:\{Long}wxyz\", WindowsPath.ForVolumeCalls($@"C:\{Long}wxyz"));
    }

    [Theory]
    [Each(@"\\?\C:\", @"\\?\UNC\server\share\", @"\\.\C:\")]
    public void A_prefix_that_is_there_is_enough(string root) => Assert.Equal($@"{root}{Long}\", WindowsPath.ForVolumeCalls(root + Long));
}
