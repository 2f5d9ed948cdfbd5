using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Selftest;

/// <summary>One fetch from the server of this process.</summary>
/// <param name="Result">How the engine says it ended.</param>
/// <param name="Cpu">Processor time of the whole process, the server's share included.</param>
internal sealed record Fetched(FileResult Result, TimeSpan Cpu);
