namespace Accelerator.Cli.Tests.Output;

public sealed class TextTableTests
{
    private static readonly TextTable Table = new("[title]\u001b", ["name", "value"], [["데이터", "1"], ["a", "[red]2\u001b[2J"]]);

    [Fact]
    public void Plain_columns_stand_under_one_another_whatever_the_script()
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
}
