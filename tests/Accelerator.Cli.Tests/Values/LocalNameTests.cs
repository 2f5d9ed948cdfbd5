using Accelerator.Cli.Values;

namespace Accelerator.Cli.Tests.Values;

public sealed class LocalNameTests
{
    [Theory]
    [InlineData("big.bin", "big.bin")]
    [InlineData("위성 데이터.bin", "위성 데이터.bin")]
    [InlineData("..\\..\\boot.ini", ".._.._boot.ini")]
    [InlineData("C:evil", "C_evil")]
    [InlineData("data.bin:stream", "data.bin_stream")]
    [InlineData("a?b*c<d>e|f\"g", "a_b_c_d_e_f_g")]
    [InlineData("CON", "_CON")]
    [InlineData("nul.txt", "_nul.txt")]
    [InlineData("Com1 .log", "_Com1 .log")]
    [InlineData("LPT².x", "_LPT².x")]
    [InlineData("COM10", "COM10")]
    [InlineData("CONSOLE", "CONSOLE")]
    [InlineData("file. .", "file___")]
    [InlineData("a\u001b[2Jb", "a_[2Jb")]
    [InlineData("a\u202Ebin.exe", "a_bin.exe")]
    public void On_windows_nothing_of_the_name_steers_the_file_system(string remote, string local) => Assert.Equal(local, LocalName.From(remote, windows: true));

    [Theory]
    [InlineData("a:b.bin", "a:b.bin")]
    [InlineData("CON", "CON")]
    [InlineData("x/y", "x_y")]
    [InlineData("x\0y", "x_y")]
    [InlineData("x\ny", "x_y")]
    public void Elsewhere_only_the_slash_and_controls_are_replaced(string remote, string local) => Assert.Equal(local, LocalName.From(remote, windows: false));

    [Theory]
    [InlineData("")]
    [InlineData(".")]
    [InlineData("..")]
    public void A_name_that_is_a_folder_gives_none(string remote)
    {
        Assert.Null(LocalName.From(remote, windows: true));
        Assert.Null(LocalName.From(remote, windows: false));
    }
}
