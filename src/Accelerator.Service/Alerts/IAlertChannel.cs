namespace Accelerator.Service.Alerts;

/// <summary>A channel that delivers alerts to a receiver.</summary>
internal interface IAlertChannel
{
    /// <summary>The receiver, as part of a sentence; never contains a secret.</summary>
    string Name { get; }

    /// <summary>Sends an alert.</summary>
    /// <exception cref="AlertException">The alert did not reach its receiver.</exception>
    Task SendAsync(AlertNews news, CancellationToken cancellationToken);
}

/// <summary>A receiver with what it has been sent.</summary>
internal sealed record AlertReceiver(IAlertChannel Channel, AlertDigest Digest);

/// <summary>An alert did not reach its receiver. The message gives the reason, without any secret.</summary>
internal sealed class AlertException(string message, Exception? inner = null) : Exception(message, inner);
