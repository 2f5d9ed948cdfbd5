namespace Accelerator.Cli.Terminal;

/// <summary>Thrown if the reader of standard output has closed it. There is nothing to report and no reason to continue.</summary>
internal sealed class OutputClosedException() : Exception("The reader of standard output is gone.");
