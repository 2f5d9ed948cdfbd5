namespace Accelerator.Cli.Hosting;

/// <summary>One exit code of <c>ftpx</c>.</summary>
/// <param name="Value">What the shell sees.</param>
/// <param name="Name">Short name, stable.</param>
/// <param name="Meaning">One sentence.</param>
internal sealed record ExitCode(int Value, string Name, string Meaning)
{
    public static implicit operator int(ExitCode code) => code.Value;
}
