namespace Accelerator.Base.Running;

/// <summary>A program that was not found, must not be used, or could not be started. The message is a sentence.</summary>
public sealed class ProgramException(string message, Exception? inner = null) : IOException(message, inner);
