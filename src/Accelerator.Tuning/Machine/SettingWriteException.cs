namespace Accelerator.Tuning.Machine;

/// <summary>The system refused a change. The message names the change and what to do.</summary>
public sealed class SettingWriteException(string message, Exception? inner = null) : Exception(message, inner);
