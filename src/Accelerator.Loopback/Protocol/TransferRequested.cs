using Accelerator.Loopback.Content;

namespace Accelerator.Loopback.Protocol;

/// <summary>A transfer that may begin: the data to send, the first reply and the final one.</summary>
internal sealed record TransferRequested(
    string Verb, string Path, Func<FileContent> Content, ByteSpan Range, string Preliminary, string Final = "226 Transfer complete.");
