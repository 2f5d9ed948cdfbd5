namespace Accelerator.Jobs.Ledger;

/// <summary>The job that polls a folder, and the server that the folder is on.</summary>
/// <param name="Job">The job's name.</param>
/// <param name="Server">The server's name in the job file.</param>
/// <param name="Folder">The folder's path on the server.</param>
public sealed record FolderOwner(string Job, string Server, string Folder);
