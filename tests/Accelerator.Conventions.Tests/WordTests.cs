using System.Text;

namespace Accelerator.Conventions.Tests;

/// <summary>Words that the source must not contain. They are concatenated here so that this file does not contain them.</summary>
public sealed partial class WordTests
{
    private static readonly string[] BinaryFiles = [".png", ".ico", ".zip", ".gz", ".pdf"];

    [Theory]
    [InlineData("#" + "region")]
    [InlineData("#" + "pragma warning")]
    [InlineData("Not" + "ImplementedException")]
    [InlineData("Thread." + "Sleep")]
    [InlineData("async " + "void")]
    public void No_code_holds(string word) => Rule.Holds(
        from file in Checkout.All
        where file.Code.Contains(word, StringComparison.Ordinal)
        select file.Path);

    [Fact]
    public void No_file_promises_to_be_finished_later() => Rule.Holds(
        from file in Checkout.All
        where Promise().IsMatch(file.Text)
        select file.Path);

    /// <summary>Only the attributes that report a missing program may skip a test.</summary>
    [Fact]
    public void No_test_is_skipped() => Rule.Holds(
        from file in Checkout.Tests
        where SkipAssigned().IsMatch(file.Code) && file.Name is not ("ServerFactAttribute" or "ServerTheoryAttribute" or "LedgerFactAttribute")
        select file.Path);

    [Theory]
    [InlineData("/wo" + "rk/")]
    [InlineData("/tm" + "p/")]
    [InlineData("nuget" + ".org")]
    [InlineData("v3/index" + ".json")]
    public void No_file_contains_paths_of_the_build_machine_or_its_registry(string word) => Rule.Holds(
        from path in Checkout.Files(".")
        where !BinaryFiles.Contains(Path.GetExtension(path)) && Checkout.ReadText(path).Contains(word, StringComparison.OrdinalIgnoreCase)
        select path);

    [Fact]
    public void Every_file_is_UTF8_without_a_mark_and_with_plain_line_ends() => Rule.Holds(
        from path in Checkout.Files(".")
        // The line ends and the byte order mark of the solution are written by dotnet.
        where !BinaryFiles.Contains(Path.GetExtension(path)) && Path.GetExtension(path) != ".sln"
        let bytes = File.ReadAllBytes(Path.Combine(Checkout.Root, path))
        where bytes.AsSpan().StartsWith(Encoding.UTF8.Preamble) || bytes.Contains((byte)'\r')
        select path);

    [GeneratedRegex("TO" + "DO|FIX" + @"ME|\bHA" + @"CK\b|\bXX" + "X\b")]
    private static partial Regex Promise();

    [GeneratedRegex(@"\bSkip\s*=")]
    private static partial Regex SkipAssigned();
}
