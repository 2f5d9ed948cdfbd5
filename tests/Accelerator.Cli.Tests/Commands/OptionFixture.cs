namespace Accelerator.Cli.Tests.Commands;

/// <summary>A command that only records the options parsed from its arguments.</summary>
/// <param name="make">Creates the command with its action.</param>
internal sealed class OptionFixture<T>(Func<Func<T, Task<int>>, Command> make) : IDisposable where T : class
{
    private const int Taken = 77;

    private T? _got;

    public TestEnvironment Process { get; } = new();

    public string Err => Process.Err.ToString();

    /// <summary>Returns one row for each option that a command shares with others, as in the shared samples.</summary>
    public static TheoryData<string, Func<object, object?>, object?> Rows(IReadOnlyList<OptionRow> table, Func<T, TransferOptions> shared, params (string Words, Func<T, object?> Value, object? Expected)[] own)
    {
        var data = new TheoryData<string, Func<object, object?>, object?>();
        foreach (var (words, value, expected) in own) data.Add(words, options => value((T)options), expected);
        foreach (var (words, value, expected) in TransferOptionSamples.In(table)) data.Add(words, options => value(shared((T)options)), expected);
        return data;
    }

    /// <summary>Asserts that the rows test every option of the table.</summary>
    public static void AssertComplete(IReadOnlyList<OptionRow> table, TheoryData<string, Func<object, object?>, object?> rows)
    {
        var tested = rows.Select(row => ((string)row[0]!).Split(' ', '=')[0]).ToHashSet();
        Assert.All(table, row => Assert.Contains(row.Option.Name, tested));
    }

    /// <summary>Parses arguments that are accepted without output to standard error, and returns the options.</summary>
    public async Task<T> ParseAsync(params string[] words)
    {
        var code = await RunAsync(words);
        Assert.Equal("", Err);
        Assert.Equal(Taken, code);
        return _got!;
    }

    /// <summary>Asserts that the arguments are refused with this first line and without any other effect.</summary>
    public async Task AssertRefusedAsync(string sentence, params string[] words)
    {
        Assert.Equal(2, await RunAsync(words));
        Assert.Equal($"ftpx: error: {sentence}", Err.Split('\n')[0]);
        Assert.Equal("", Process.Out.ToString());
        Assert.Null(_got);
    }

    public void Dispose() => Process.Dispose();

    /// <summary>Runs the command with the arguments and returns its exit code.</summary>
    public Task<int> RunAsync(params string[] words)
    {
        var command = make(options =>
        {
            _got = options;
            return Task.FromResult(Taken);
        });
        return FtpxCommand.RunAsync([command.Name, .. words], Process.Value, CommandLineFixture.CommandsOf(Process.Value, command));
    }
}
