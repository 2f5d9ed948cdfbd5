namespace Accelerator.Interop.Tests.Servers;

/// <summary>The exit code and the output of a program.</summary>
public sealed record ProgramEnd(int ExitCode, string Output, string Error)
{
    /// <summary>The exit code, and standard output followed by standard error.</summary>
    public void Deconstruct(out int exitCode, out string said) => (exitCode, said) = (ExitCode, Output + Error);

    /// <summary>Fails with the complete output where the program ended otherwise.</summary>
    public ProgramEnd Expect(int exitCode = 0, string what = "It")
    {
        Assert.True(ExitCode == exitCode, $"{what} ended with {ExitCode}, not {exitCode}:\n{Output}\n{Error}");
        return this;
    }

    /// <summary>The same for a success with nothing on standard error.</summary>
    public ProgramEnd ExpectQuiet()
    {
        Assert.True((ExitCode, Error) == (0, ""), $"It ended with {ExitCode}:\n{Output}\n{Error}");
        return this;
    }

    /// <summary>The number in the plan that a get has printed with <c>--json</c>; null when it was killed before.</summary>
    public static long? BytesReused(string output) =>
        output.Split('\n', StringSplitOptions.TrimEntries)
            .FirstOrDefault(line => line.StartsWith("""{"type":"plan",""", StringComparison.Ordinal)) is { } line && line.EndsWith('}')
            ? JsonDocument.Parse(line).RootElement.GetProperty("bytes_reused").GetInt64()
            : null;
}
