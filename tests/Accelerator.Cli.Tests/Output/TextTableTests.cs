namespace Accelerator.Cli.Tests.Output;

public sealed class TextTableTests
{
    private static readonly TextTable Table = new("[title]\u001b", ["name", "value"], [["데이터", "1"], ["a", "[red]2\u001b[2J"]]);

    [Fact]
    public void Plain_columns_are_aligned_in_any_script()
    {
        using var output = new StringWriter { NewLine = "\n" };
        Table.Show(null, output);
        Assert.Equal("[title]\\x1B\nname    value\n데이터  1\na       [red]2\\x1B[2J\n\n", output.ToString());
    }

    [Fact]
    public void At_a_terminal_it_is_drawn_and_no_cell_is_read_as_a_command()
    {
        using var screen = new Screen(60);
        Table.Show(screen.Console, TextWriter.Null);
        Assert.Contains("[title]\\x1B", screen.Text);
        Assert.Contains("│ a      │ [red]2\\x1B[2J │", screen.Text);
    }

    [Fact]
    public void A_narrow_terminal_breaks_cells_between_words_only()
    {
        using var screen = new Screen(43);
        new TextTable(null, ["job", "last complete poll", "state"], [["passes", "0:03 ago", "cannot store files"]]).Show(screen.Console, TextWriter.Null);
        Assert.Contains("│ job    │ last complete │ state         │", screen.Text);
        Assert.Contains("│ passes │ 0:03 ago      │ cannot store  │", screen.Text);
        Assert.Contains("│        │               │ files         │", screen.Text);
    }

    [Fact]
    public void Where_words_would_be_broken_each_row_is_a_list()
    {
        using var screen = new Screen(40);
        using var output = new StringWriter { NewLine = "\n" };
        const string Path = "/home/op/walk/archive/2026/pass-001.nc";
        new TextTable("deliveries", ["id", "file", "path"], [["1", "pass-001.nc", Path], ["2", "b", ""]]).Show(screen.Console, output);
        Assert.Equal($"deliveries\nid 1\n  file  pass-001.nc\n  path  {Path}\nid 2\n  file  b\n  path\n\n", output.ToString());
        Assert.Equal("", screen.Text.Trim());
    }

    [Fact]
    public void Values_with_names_stay_under_one_another()
    {
        using var screen = new Screen(30);
        using var output = new StringWriter { NewLine = "\n" };
        new TextTable(null, ["", ""], [["state", "running"], ["data folder", "/var/lib/accelerator/data"]]).Show(screen.Console, output);
        Assert.Equal("\nstate        running\ndata folder  /var/lib/accelerator/data\n", output.ToString());
    }
}
