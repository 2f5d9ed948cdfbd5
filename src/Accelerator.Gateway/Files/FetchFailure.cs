using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Gateway.Settings;

namespace Accelerator.Gateway.Files;

/// <summary>
/// Turns the engine's sentence about a failed file into one for the gateway. The engine's advice is that of <c>ftpx get</c>, whose options
/// and paths the user of a gateway does not have. Pure, apart from the free space.
/// </summary>
/// <param name="settings">The settings.</param>
internal sealed class FetchFailure(GatewaySettings settings)
{
    /// <summary>The name of each spooled file, in a folder of its own.</summary>
    public const string SpoolName = "file";

    private const string Idle = ", the limit of --max-idle.";
    private const string NeedsMore = "' needs ";
    private const string IsFull = "the disk or the quota is full";
    private const string VerifyAdvice = " Use --verify auto, or give the hashes in a list with --checksums ";

    /// <summary>Returns the sentence.</summary>
    /// <param name="kind">The kind of the failure.</param>
    /// <param name="message">The engine's sentence.</param>
    public string Sentence(FailureKind kind, string message)
    {
        const string Prefix = $"{SpoolName}: ";
        if (message.StartsWith(Prefix, StringComparison.Ordinal))
            message = char.ToUpperInvariant(message[Prefix.Length]) + message[(Prefix.Length + 1)..];
        if (kind == FailureKind.Disk && Full(message) is { } full) return full;
        var limit = message.IndexOf(Idle, StringComparison.Ordinal);
        if (limit >= 0) return $"{message[..limit]}. Try again later. {settings.IdleAdvice}".TrimEnd();
        var advice = message.IndexOf(VerifyAdvice, StringComparison.Ordinal);
        return advice >= 0 ? $"{message[..advice]} The gateway is set to refuse such files." : message;
    }

    // The spooled file itself means nothing to the operator; the folder can be freed or moved.
    private string? Full(string message)
    {
        var needs = message.IndexOf(NeedsMore, StringComparison.Ordinal);
        if (needs >= 0 && message.EndsWith(settings.RoomAdvice, StringComparison.Ordinal))
            return $"The spool folder '{settings.SpoolFolder}{message[needs..]}";
        return message.Contains(IsFull, StringComparison.Ordinal)
            ? $"The disk or the quota of the spool folder '{settings.SpoolFolder}' is full "
                + $"({FreeSpace.Describe(Path.Combine(settings.SpoolFolder, SpoolName))}). {settings.RoomAdvice}"
            : null;
    }
}
