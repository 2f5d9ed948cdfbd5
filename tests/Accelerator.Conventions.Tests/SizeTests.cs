namespace Accelerator.Conventions.Tests;

/// <summary>Limits for the size of files, methods and lines.</summary>
public sealed class SizeTests
{
    private const int LongestFile = 800;
    private const int LongestMethod = 80;
    private const int LongestLine = 140;

    [Fact]
    public void No_file_is_long() =>
        Rule.Holds(Checkout.All.Where(file => file.Lines > LongestFile).Select(file => $"{file}: {file.Lines} lines, at most {LongestFile}"));

    // A line of a raw string literal is text: it may be as long as its reader needs.
    [Fact]
    public void No_line_of_the_product_is_long() =>
        Rule.Holds(
            from file in Checkout.Source
            from line in file.CodeLines
            where line.Text.Length > LongestLine && (line.Code.Trim().Length > 0 || line.Text.TrimStart().StartsWith("//", StringComparison.Ordinal))
            select $"{line.Place}: {line.Text.Length} characters, at most {LongestLine}");

    [Fact]
    public void No_method_is_long()
    {
        var longer =
            from file in Checkout.All
            from method in MethodScanner.Bodies(file.Code)
            where method.Lines > LongestMethod
            select $"{file}: {method.Name} has {method.Lines} lines, at most {LongestMethod}";
        Rule.Holds(longer);
    }
}
