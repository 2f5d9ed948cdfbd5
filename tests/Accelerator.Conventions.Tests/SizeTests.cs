namespace Accelerator.Conventions.Tests;

/// <summary>Small files, small methods.</summary>
public sealed class SizeTests
{
    private const int LongestFile = 400;
    private const int UsualFile = 200;
    private const int LongestMethod = 60;

    [Fact]
    public void No_file_is_long() =>
        Rule.Holds(Checkout.All.Where(file => file.Lines > LongestFile).Select(file => $"{file}: {file.Lines} lines, at most {LongestFile}"));

    [Fact]
    public void Nearly_all_files_are_short()
    {
        AssertNearlyAllAreShort(Checkout.Source);
        AssertNearlyAllAreShort([.. Checkout.All]);
    }

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

    // Nineteen of twenty.
    private static void AssertNearlyAllAreShort(IReadOnlyList<SourceFile> files)
    {
        var longer = files.Where(file => file.Lines > UsualFile).ToList();
        Assert.True(longer.Count * 20 <= files.Count, $"{longer.Count} of {files.Count} files have more than {UsualFile} lines: {string.Join(", ", longer)}");
    }
}
