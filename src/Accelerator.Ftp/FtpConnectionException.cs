namespace Accelerator.Ftp;

/// <summary>A connection failed, was closed or was reset. The session is dead; another one may work.</summary>
public sealed class FtpConnectionException(FtpStage stage, string message, Exception? inner = null) : FtpException(message, inner)
{
    /// <summary>The stage at which it happened.</summary>
    public FtpStage Stage { get; } = stage;

    /// <summary>
    /// Whether the proxy caused it, by a refusal or by closing the connection: this says nothing about the server. Default false.
    /// </summary>
    public bool ByProxy { get; init; }

    /// <summary>Whether another try would fail in the same way: a proxy that refuses the login, for example. Default false.</summary>
    public bool IsFinal { get; init; }

    /// <inheritdoc/>
    public override bool IsTransient => !IsFinal;
}
