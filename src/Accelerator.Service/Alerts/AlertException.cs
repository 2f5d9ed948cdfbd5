namespace Accelerator.Service.Alerts;

/// <summary>An alert did not get to its receiver. The message says why, without any secret.</summary>
internal sealed class AlertException(string message, Exception? inner = null) : Exception(message, inner);
