namespace Accelerator.Interop.Tests.Servers;

/// <summary>How a program ended and what it had to say.</summary>
public sealed record ProgramEnd(int ExitCode, string Output, string Error)
{
    /// <summary>The exit code, and standard output followed by standard error.</summary>
    public void Deconstruct(out int exitCode, out string said) => (exitCode, said) = (ExitCode, Output + Error);
}
