namespace Accelerator.Loopback.Protocol;

/// <summary>Executes one command and returns its reply without the last CRLF, or null if everything has already been sent.</summary>
internal delegate Task<string?> CommandHandler(Session session, string argument, CancellationToken cancellationToken);
