namespace Accelerator.Jobs.Polling;

/// <summary>A file that is not delivered because the listing gives no right to read it.</summary>
/// <param name="Name">Its name in the folder.</param>
/// <param name="Size">Its bytes; 0 if the listing does not report them.</param>
/// <param name="Permissions">The server's text: <c>----------</c>, <c>0000</c>, <c>adfw</c>.</param>
/// <param name="IsWaiting">Whether the ledger has it as waiting.</param>
public sealed record UnreadableFile(string Name, long Size, string Permissions, bool IsWaiting);
