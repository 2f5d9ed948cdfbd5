namespace Accelerator.Base.Running;

/// <summary>The end of a program.</summary>
/// <param name="ExitCode">Its exit code; null if it was ended with its children, by the time limit or a cancellation.</param>
/// <param name="Output">The beginning of its standard output.</param>
/// <param name="Errors">The beginning of its standard error.</param>
public sealed record ProgramEnd(int? ExitCode, string Output, string Errors);
