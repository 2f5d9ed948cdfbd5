using Accelerator.Loopback.Content;

namespace Accelerator.Loopback.Protocol;

/// <summary>A transfer that may begin: what to send, what to say first, and what at its end.</summary>
internal sealed record TransferRequested(
    string Verb, string Path, Func<FileContent> Content, ByteSpan Range, string Preliminary, string Final = "226 Transfer complete.");
