namespace Accelerator.Tuning.Machine;

/// <summary>CIM could not be queried. The message is the reason, as part of a sentence.</summary>
public sealed class CimException(string message, Exception? inner = null) : Exception(message, inner);
