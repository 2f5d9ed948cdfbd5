namespace Accelerator.Service.Alerts;

/// <summary>A way to tell somebody.</summary>
internal interface IAlertChannel
{
    /// <summary>Who, as part of a sentence; never a secret.</summary>
    string Name { get; }

    /// <summary>Tells it.</summary>
    /// <exception cref="AlertException">It did not get there.</exception>
    Task SendAsync(AlertNews news, CancellationToken cancellationToken);
}

/// <summary>An alert did not get to its receiver. The message says why, without any secret.</summary>
internal sealed class AlertException(string message, Exception? inner = null) : Exception(message, inner);
