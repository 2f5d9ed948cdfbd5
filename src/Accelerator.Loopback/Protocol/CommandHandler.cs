namespace Accelerator.Loopback.Protocol;

/// <summary>Carries out one command and returns its reply without the last CRLF, or null if everything has been said.</summary>
internal delegate Task<string?> CommandHandler(Session session, string argument, CancellationToken cancellationToken);
