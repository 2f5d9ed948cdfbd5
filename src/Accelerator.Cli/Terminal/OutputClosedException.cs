namespace Accelerator.Cli.Terminal;

/// <summary>Whoever read standard output has seen enough. There is nobody to tell, and nothing to go on for.</summary>
internal sealed class OutputClosedException() : Exception("Nobody reads standard output any more.");
