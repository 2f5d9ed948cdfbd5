namespace Accelerator.Conventions.Tests;

/// <summary>Tests of the scanners themselves: a scanner that finds nothing would let every rule pass.</summary>
public sealed class ScannerTests
{
    private const string Sample = """"
        namespace N;

        // class InAComment { }
        internal sealed class Sample(int size) : Base(size)
        {
            /* partial class InABlock
               over two lines */
            private readonly string _text = "class InAString { // no comment \" }";
            private readonly string _path = @"C:\""{";
            private readonly char _brace = '{', _quote = '"', _escaped = '\'';
            private readonly string _raw = """
                class InARawString {
                """;

            public Sample() : this(Math.Max(1, (2 + 3)))
            {
                One();
            }

            public override async Task<Dictionary<string, (int A, int B)>> LongAsync<T>(Func<int, (int, int)> make, T value, CancellationToken cancellationToken)
                where T : class
            {
                if (value is { } x)
                {
                    foreach (var y in Many(x)) { }
                }
                return await OtherAsync();

                static int Local(int a)
                {
                    return a;
                }
            }

            private static int One() => 1;

            private int Many(int a) => a switch
            {
                1 => 2,
                _ => 3,
            };
        }
        """";

    [Fact]
    public void Comments_and_literals_are_no_code()
    {
        var code = CodeText.Strip(Sample);
        Assert.DoesNotContain("InA", code);
        Assert.DoesNotContain("partial", code);
        Assert.Contains("class Sample", code);
        Assert.Equal(Sample.Split('\n').Length, code.Split('\n').Length);
        Assert.Equal(code.Count(c => c == '{'), code.Count(c => c == '}'));
    }

    [Fact]
    public void Bodies_are_found_and_measured() =>
        Assert.Equal([("Sample", 1), ("LongAsync", 10), ("Local", 1), ("One", 1), ("Many", 5)], MethodScanner.Bodies(CodeText.Strip(Sample)));

    [Fact]
    public void Declared_types_are_found_with_their_nesting_depth()
    {
        var types = TypeScanner.Declared(CodeText.Strip("""
            namespace N;

            public sealed record Outer<T>(int A)
            {
                public enum Inner { A, B }
                private sealed class Hidden { }
            }

            internal delegate ValueTask<int> Later(int a);
            public readonly record struct Small(int A);
            """));
        Assert.Equal(
            ["public sealed Outer 0", "public  Inner 1", "private sealed Hidden 1", "internal  Later 0", "public readonly Small 0"],
            types.Select(type => $"{type.Access} {type.Modifiers} {type.Name} {type.Depth}"));
    }

    [Theory]
    [InlineData("await Task.Delay(201);", true)]
    [InlineData("await Task.Delay(200, token);", false)]
    [InlineData("await Task.Delay(TimeSpan.FromSeconds(2), token);", true)]
    [InlineData("// The server counts in seconds.\nawait Task.Delay(TimeSpan.FromSeconds(2));", false)]
    [InlineData("await Task.Delay(5_000); // As long as the server waits.", false)]
    [InlineData("await Task.Delay(TimeSpan.FromMinutes(2), tools.Time);", false)]
    [InlineData("await Task.Delay(TimeSpan.FromMinutes(2), TimeProvider.System);", true)]
    [InlineData("await Task.Delay(Timeout.InfiniteTimeSpan, token);", false)]
    [InlineData("private static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(50);\nawait Task.Delay(Pace);", false)]
    [InlineData("private const int Pace = 500;\nawait Task.Delay(Pace);", true)]
    [InlineData("await Task.Delay(Math.Max(left, 5), token);", true)]
    [InlineData("Console.WriteLine(\"Task.Delay(500)\");", false)]
    public void A_wait_is_reported_unless_the_file_shows_that_it_is_short_or_gives_the_reason(string code, bool isFound) =>
        Assert.Equal(isFound ? [$"tests/A.cs:{code.Split('\n').Length}: {code.Split('\n')[^1]}"] : [], WaitScanner.Unexplained(new SourceFile("tests/A.cs", code)));

    [Fact]
    public void The_checkout_is_there()
    {
        Assert.True(Checkout.Source.Count > 100);
        Assert.Contains(Checkout.Source, file => file is { Path: "src/Accelerator.Engine/Ranges/FileMap.cs", Folder: "Accelerator.Engine/Ranges", Name: "FileMap" });
        Assert.Contains(Checkout.Tests, file => file.Name == nameof(ScannerTests));
        Assert.True(Checkout.All.SelectMany(file => MethodScanner.Bodies(file.Code)).Count() > 1000);
    }
}
